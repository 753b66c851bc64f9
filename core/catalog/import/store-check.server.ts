import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import type { ShadeColor } from './check-notes.ts'
import type { NewFamily } from './family-check.server.ts'
import type { ImportedProduct } from './imported-product.server.ts'
import type { ImportProblem, ImportRowKind } from './product-import.ts'

export type CheckedRow = {
  line: number
  /** The first line of its family. Rows are written in this order. */
  place: number
  kind: ImportRowKind
  slug: string
  name: string
  draft?: ImportedProduct
  edition?: number
  before?: object
  after?: object
  stockChange: number
  problems: ImportProblem[]
  /** The file publishes the product, but it has no photo. */
  isUnpublished?: boolean
  color?: ShadeColor
  /** The file has other ingredients than the product's formula. */
  hasFormula?: boolean | undefined
}

export async function movePlaces(tx: Db, importId: string, moves: Map<number, number>): Promise<void> {
  if (!moves.size) return
  const places = [...moves].map(([place, first]) => ({ place, first }))
  await execute(tx)`
    update product_import_rows r set place = m.first
    from json_to_recordset(${sql.json(places)}) as m (place int, first int)
    where r.import_id = ${importId} and r.place = m.place`
}

export async function insertRows(tx: Db, importId: string, rows: CheckedRow[]): Promise<void> {
  await execute(tx)`
    insert into product_import_rows
      (import_id, line, place, kind, slug, name, draft, edition, before, after, stock_change, problems,
      publish_with_picture)
    select ${importId}, line, place, kind, slug, name, draft, edition, before, after, "stockChange", problems,
      coalesce("isUnpublished", false)
    from json_to_recordset(${sql.json(rows)}) as r (line int, place int, kind text, slug text, name text, draft jsonb, edition int,
      before jsonb, after jsonb, "stockChange" int, problems jsonb, "isUnpublished" boolean)`
}

export async function failRows(
  tx: Db,
  importId: string,
  problems: Map<number, ImportProblem>,
): Promise<void> {
  const rows = [...problems].map(([line, problem]) => ({ line, problems: [problem] }))
  if (!rows.length) return
  await execute(tx)`
    update product_import_rows r set kind = 'invalid', problems = f.problems, stock_change = 0
    from json_to_recordset(${sql.json(rows)}) as f (line int, problems jsonb)
    where r.import_id = ${importId} and r.line = f.line`
}

export async function insertFamilies(tx: Db, importId: string, families: NewFamily[]): Promise<void> {
  if (!families.length) return
  await execute(tx)`
    insert into product_import_families (import_id, slug, draft)
    select ${importId}, slug, draft from json_to_recordset(${sql.json(families)}) as f (slug text, draft jsonb)`
}
