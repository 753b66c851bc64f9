import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { previewCell } from './product-csv.ts'
import type { ImportProblem } from './product-import.ts'

const CODES = ['sku', 'barcode'] as const
type Codes = { sku?: string | null | undefined; barcode?: string | null | undefined }
type CodeOwner = { slug: string; line?: number }

export type CodeCheck = ReturnType<typeof createCodeCheck>

/** Finds SKUs and barcodes that another product, or an earlier line of the file, has. */
export function createCodeCheck(db: Db) {
  const owners = { sku: new Map<string, CodeOwner>(), barcode: new Map<string, CodeOwner>() }

  async function load(rows: Codes[]): Promise<void> {
    const [skus, barcodes] = CODES.map((code) => rows.flatMap((row) => row[code] ?? []))
    if (!skus?.length && !barcodes?.length) return
    const products = await query(db, ProductCodes)`
      select slug, sku, barcode from products where sku = any(${skus ?? []}) or barcode = any(${barcodes ?? []})`
    for (const { slug, ...codes } of products)
      for (const code of CODES)
        if (codes[code] && !owners[code].has(codes[code])) owners[code].set(codes[code], { slug })
  }

  function check({ line, slug, ...codes }: Codes & { line: number; slug: string }): ImportProblem[] {
    return CODES.flatMap((column) => {
      const value = codes[column]
      if (!value) return []
      const owner = owners[column].get(value)
      if (owner && owner.slug !== slug)
        return {
          column,
          said: previewCell(value),
          wrong: `${ownerName(owner)} already has it. Each belongs to one product.`,
        }
      owners[column].set(value, { slug, line })
      return []
    })
  }

  return { load, check }
}

const ownerName = ({ slug, line }: CodeOwner) =>
  line === undefined ? `The product “${slug}”` : `Line ${line}`

const ProductCodes = z.strictObject({
  slug: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
})
