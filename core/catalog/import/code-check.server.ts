import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { previewCell } from './product-csv.ts'
import type { ImportProblem } from './product-import.ts'

const CODES = ['sku', 'barcode'] as const
type Code = (typeof CODES)[number]
type Codes = { sku?: string | null | undefined; barcode?: string | null | undefined }
type CodeRow = Codes & { line: number; slug: string }
/** A row with the code that another product has in the store. */
type Claim = { line: number; column: Code; value: string; owner: string }
/** The line of a row that takes a code, and that of the row that gives it up. */
type Exchange = [line: number, owner: number]

export type CodeCheck = ReturnType<typeof createCodeCheck>

/** Finds SKUs and barcodes that another product, or an earlier line of the file, has. */
export function createCodeCheck(db: Db) {
  const owners = { sku: new Map<string, string>(), barcode: new Map<string, string>() }
  const lines = { sku: new Map<string, CodeRow>(), barcode: new Map<string, CodeRow>() }
  const rowBySlug = new Map<string, CodeRow>()
  const claims: Claim[] = []

  async function load(rows: Codes[]): Promise<void> {
    const [skus, barcodes] = CODES.map((code) => rows.flatMap((row) => row[code] ?? []))
    if (!skus?.length && !barcodes?.length) return
    const products = await query(db, ProductCodes)`
      select slug, sku, barcode from products where sku = any(${skus ?? []}) or barcode = any(${barcodes ?? []})`
    for (const { slug, ...codes } of products)
      for (const code of CODES) if (codes[code]) owners[code].set(codes[code], slug)
  }

  function check(row: CodeRow): ImportProblem[] {
    const { line, slug } = row
    if (!rowBySlug.has(slug)) rowBySlug.set(slug, row)
    return CODES.flatMap((column) => {
      const value = row[column]
      if (!value) return []
      const earlier = lines[column].get(value)
      if (earlier && earlier.slug !== slug) return takenBy(`Line ${earlier.line}`, column, value)
      lines[column].set(value, row)
      const owner = owners[column].get(value)
      if (owner && owner !== slug) claims.push({ line, column, value, owner })
      return []
    })
  }

  /** Once all rows are read: a row can have the code of a product whose own row is valid and gives it up. */
  function finish(invalidLines: ReadonlySet<number>) {
    const problems = new Map<number, ImportProblem>()
    const exchanges: Exchange[] = []
    for (const { line, column, value, owner } of claims) {
      const row = rowBySlug.get(owner)
      const isGivenUp = row?.[column] !== undefined && row[column] !== value && !invalidLines.has(row.line)
      if (row && isGivenUp) exchanges.push([line, row.line])
      else if (!invalidLines.has(line)) problems.set(line, takenBy(`The product “${owner}”`, column, value))
    }
    return { problems, exchanges }
  }

  return { load, check, finish }
}

const takenBy = (owner: string, column: Code, value: string): ImportProblem => ({
  column,
  value: previewCell(value),
  problem: `${owner} already has it. Each belongs to one product.`,
})

/** Rows that exchange codes are written together, at the first of their places. Returns the places that move. */
export function joinPlaces(exchanges: Exchange[], placeByLine: Map<number, number>): Map<number, number> {
  const moves = new Map<number, number>()
  const firstPlace = (place: number): number => {
    const earlier = moves.get(place)
    return earlier === undefined ? place : firstPlace(earlier)
  }
  for (const pair of exchanges) {
    const [one = 0, other = 0] = pair.map((line) => firstPlace(placeByLine.get(line) ?? line))
    if (one !== other) moves.set(Math.max(one, other), Math.min(one, other))
  }
  return new Map([...moves.keys()].map((place) => [place, firstPlace(place)]))
}

const ProductCodes = z.strictObject({
  slug: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
})
