import { eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { onDesk } from '../media/desk.server.ts'
import { plainName } from '../media/upload.ts'
import { productImportRows, productImports } from './catalog.table.ts'
import { findSheetsBySlug, type ProductSheet } from './every-product.server.ts'
import { type ImportOptions, LARGEST_IMPORT, type Problem } from './import.ts'
import { encodingOf, readTable } from './import-text.server.ts'
import { differences } from './keep-products.server.ts'
import { COLUMN_OF, readProductCells, shown } from './product-csv.ts'
import { ProductDraft } from './product-draft.ts'
import { type FileRow, readImport } from './read-import.server.ts'
import { EMPTY_DRAFT } from './standing.ts'

type Arriving = { name: string; body: AsyncIterable<Uint8Array>; options: ImportOptions }

const BATCH = 500

/** Reads a file of products to its end and writes down what each row would do; no product is touched. */
export async function checkImport(ctx: Context, { name, body, options }: Arriving): Promise<string> {
  const { id: createdBy } = requireRole(canAccessAdmin, ctx.actor)
  return onDesk(ctx.files, { body, most: LARGEST_IMPORT }, async (file) => {
    const encoding = await encodingOf(file)
    const { format, notes, rows } = await readImport(readTable(file, encoding), options.category)
    const id = newId('import')
    await ctx.db.transaction(async (tx) => {
      const counts = { new: 0, changed: 0, same: 0, bad: 0 }
      const header = { id, name: plainName(name), format, encoding, state: 'checked' as const, createdBy }
      await tx.insert(productImports).values({ ...header, ...NOTHING_COUNTED, notes: [] })
      const seen = new Map<string, number>()
      for await (const batch of inBatches(rows)) {
        const judged = await judge(tx, { batch, seen, options })
        for (const { kind } of judged) counts[kind]++
        await tx.insert(productImportRows).values(judged.map((row) => ({ ...row, importId: id })))
      }
      const { new: created, changed, same, bad } = counts
      const sum = created + changed + same + bad
      await tx
        .update(productImports)
        .set({ created, changed, same, bad, rows: sum, notes })
        .where(eq(productImports.id, id))
    })
    return id
  })
}

const NOTHING_COUNTED = { rows: 0, created: 0, changed: 0, same: 0, bad: 0 }

type Judged = Omit<typeof productImportRows.$inferInsert, 'importId'>
type Batch = { batch: FileRow[]; seen: Map<string, number>; options: ImportOptions }

async function judge(db: Db, { batch, seen, options }: Batch): Promise<Judged[]> {
  const read = batch.map((row) => ({ ...row, ...readProductCells(row.cells) }))
  const known = await findSheetsBySlug(
    db,
    read.map(({ slug }) => slug),
  )
  return read.map(({ line, cells, wrong, slug, draft, stock, problems }) => {
    const is = known.get(slug)
    const { data, error } = ProductDraft.safeParse({ ...EMPTY_DRAFT, ...is, ...draft })
    const all: Problem[] = wrong ? [{ column: '', said: '', wrong }] : [...problems]
    if (!wrong) for (const issue of error?.issues ?? []) addIssue(all, cells, issue)
    const first = seen.get(slug)
    if (first !== undefined && !all.length)
      all.push({ column: 'slug', said: slug, wrong: `Line ${first} has it already: keep one of the two.` })
    if (slug && first === undefined) seen.set(slug, line)
    const row = { line, slug, name: shown(draft.name || is?.name || cells.slug || slug) }
    if (all.length || !data) return { ...row, kind: 'bad', stockChange: 0, problems: all }
    return { ...row, problems: [], ...effectOf(data, is, { stock, takeStock: options.takeStock }) }
  })
}

type Effect = Pick<Judged, 'kind' | 'draft' | 'edition' | 'before' | 'after' | 'stockChange'>

function effectOf(
  draft: ProductDraft,
  is: ProductSheet | undefined,
  { stock, takeStock }: { stock: number | undefined; takeStock: boolean },
): Effect {
  if (!is) return { kind: 'new', draft, after: draft, stockChange: stock ?? 0 }
  const stockChange = takeStock && stock !== undefined ? stock - is.stock : 0
  const { before, after } = differences(is, draft)
  const kind = stockChange || Object.keys(after).length ? 'changed' : 'same'
  return {
    kind,
    draft,
    edition: is.edition,
    before: { ...before },
    after: { ...after },
    stockChange,
  }
}

type Issue = { path: PropertyKey[]; message: string }

/** What only the whole product shows to be wrong, at the cell that can mend it. */
function addIssue(problems: Problem[], cells: FileRow['cells'], { path, message }: Issue): void {
  const field = String(path[0] ?? '')
  const column = COLUMN_OF[field] ?? field
  if (problems.some((known) => known.column === column)) return
  const said = Object.entries(cells).find(([name]) => name === column)?.[1] ?? ''
  problems.push({ column, said: shown(said), wrong: message })
}

async function* inBatches(rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}
