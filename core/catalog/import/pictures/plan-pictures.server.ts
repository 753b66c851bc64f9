import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { MAX_PICTURES } from '#core/catalog/set-product-pictures.server.ts'
import type { TargetRules } from '#core/webhooks/target-address.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { type FilePicture, previewCell } from '../product-csv.ts'
import { findKnownPictures } from './known-pictures.server.ts'
import { checkPictureAddress } from './picture-address.server.ts'

/** Each is fetched once, however many products show it. */
export const MAX_IMPORT_ADDRESSES = 10_000
/** Of a row. Further ones are not even listed. */
const MAX_LISTED = 100

type PicturedRow = { line: number; pictures?: FilePicture[]; existing: AdminProduct | undefined }
type PlannedPicture = {
  line: number
  number: number
  source: string
  alt: string
  state: 'pending' | 'invalid'
  problem?: string
}

export type PicturePlan = ReturnType<typeof createPicturePlan>

/** Finds out what an import would fetch, and what it can't. */
export function createPicturePlan(db: Db, { rules, isOn }: { rules: TargetRules; isOn: boolean }) {
  const addresses = new Set<string>()
  const pendingByLine = new Map<number, number>()
  const planned: PlannedPicture[] = []
  const skipped = new Set<string>()

  async function load(rows: PicturedRow[]): Promise<void> {
    if (!isOn) {
      for (const { pictures = [] } of rows) for (const { source } of pictures) skipped.add(source)
      return
    }
    const checked = rows.flatMap((row) => checkAddresses(row, rules))
    const known = await findKnownPictures(
      db,
      checked.flatMap(({ sources }) => sources.map(({ address, text }) => address ?? text)),
    )
    for (const row of checked) planned.push(...planRow(row, known))
  }

  function planRow({ line, existing, sources }: CheckedSources, known: Map<string, string>) {
    const own = new Set(existing?.images.map(({ id }) => id))
    const isMissing = ({ address, text }: CheckedSource) => !own.has(known.get(address ?? text) ?? '')
    let room = MAX_PICTURES - own.size
    return sources.filter(isMissing).map(({ address, problem, text, alt }, index): PlannedPicture => {
      const picture = { line, number: index + 1, alt }
      const invalid = (reason: string) =>
        ({ ...picture, source: previewCell(address ?? text), state: 'invalid', problem: reason }) as const
      if (!address) return invalid(problem ?? '')
      if (room <= 0) return invalid(TOO_MANY_OF_PRODUCT)
      if (!addresses.has(address) && addresses.size >= MAX_IMPORT_ADDRESSES) return invalid(TOO_MANY)
      room--
      addresses.add(address)
      pendingByLine.set(line, (pendingByLine.get(line) ?? 0) + 1)
      return { ...picture, source: address, state: 'pending' }
    })
  }

  const hasPictures = (line: number) => pendingByLine.has(line)

  /** Rows come first, and those that fail have no pictures. */
  async function insert(importId: string, isInvalid: (line: number) => boolean): Promise<void> {
    const rows = planned.filter(({ line }) => !isInvalid(line))
    for (const line of pendingByLine.keys()) if (isInvalid(line)) pendingByLine.delete(line)
    if (!rows.length) return
    await execute(db)`
      insert into product_import_pictures (import_id, line, number, source, alt, state, problem)
      select ${importId}, line, number, source, alt, state, problem
      from json_to_recordset(${sql.json(rows)})
        as p (line int, number int, source text, alt text, state text, problem text)`
  }

  function notes(): string[] {
    if (skipped.size) return [skippedNote(skipped.size)]
    const count = [...pendingByLine.values()].reduce((sum, pictures) => sum + pictures, 0)
    return count ? [fetchNote(count, pendingByLine.size)] : []
  }

  return { load, hasPictures, insert, notes }
}

type CheckedSource = { text: string; alt: string; address?: string; problem?: string }
type CheckedSources = Pick<PicturedRow, 'line' | 'existing'> & { sources: CheckedSource[] }

/** Each address once. */
function checkAddresses(
  { line, existing, pictures = [] }: PicturedRow,
  rules: TargetRules,
): CheckedSources[] {
  if (!pictures.length) return []
  const sources = new Map<string, CheckedSource>()
  for (const { source, alt } of pictures.slice(0, MAX_LISTED)) {
    const checked = checkPictureAddress(source, rules)
    const key = 'address' in checked ? checked.address : source
    if (!sources.has(key)) sources.set(key, { text: source, alt: alt.slice(0, MAX_ALT_LENGTH), ...checked })
  }
  return [{ line, existing, sources: [...sources.values()] }]
}

const MAX_ALT_LENGTH = 500

const TOO_MANY_OF_PRODUCT = `A product can have up to ${MAX_PICTURES} photos.`
const TOO_MANY = `An import fetches up to ${MAX_IMPORT_ADDRESSES.toLocaleString('en-US')} pictures. Upload the rest in another file.`

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${many}`

const skippedNote = (pictures: number) =>
  `Skipped ${count(pictures, 'picture', 'pictures')}. To import them, upload the file again and choose to fetch pictures.`

const fetchNote = (pictures: number, products: number) =>
  `Fetches ${count(pictures, 'picture', 'pictures')} for ${count(products, 'product', 'products')} once the products are imported.`
