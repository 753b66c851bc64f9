import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { EMPTY_INFORMATION } from './information-fields.ts'
import { InformationRow, SELECT_INFORMATION } from './product-information.server.ts'
import type { StoredInformation } from './product-information.ts'

const SubjectRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['product', 'family']),
  slug: z.string(),
  sku: z.string().nullable(),
  name: z.string(),
  familyId: z.string().nullable(),
})
type SubjectRow = z.infer<typeof SubjectRow>

/** A product or family with the information that applies to it. */
export type InformationSheet = SubjectRow & {
  values: StoredInformation
  /** The names of those that it names, by region. */
  persons: Partial<Record<string, string>>
  /** Whether it has information, or its family. */
  exists: boolean
  /** Of its own information; 0 if it has none. */
  edition: number
}

const PRODUCTS = sql`
  select p.id, 'product' as kind, p.slug, p.sku, p.name, p.family_id as "familyId" from products p`
const FAMILIES = sql`
  select f.id, 'family' as kind, f.slug, null as sku, f.name, null as "familyId" from families f`

const BY_ID: SortOrder<SubjectRow> = {
  column: sql`s.id`,
  id: sql`s.kind`,
  type: 'text',
  toCursor: ({ id, kind }) => ({ value: id, id: kind }),
}

/** Each piece of information once: of families, of products without one, and of those with their own. */
export async function listInformationSheets(
  ctx: Context,
  { cursor, limit }: ListQuery,
): Promise<ListPage<InformationSheet>> {
  requirePermission(ctx.actor, 'products.view')
  const page = await listRows(
    ctx.db,
    SubjectRow,
    { cursor, limit },
    {
      select: sql`select s.* from (${FAMILIES} union all
      ${PRODUCTS} where p.status <> 'archived' and (p.family_id is null
        or exists (select from product_information own where own.product_id = p.id))) s`,
      sorts: { id: BY_ID },
    },
  )
  return { ...page, rows: await withInformation(ctx.db, page.rows) }
}

type Names = { products: string[]; skus: string[]; families: string[] }

/** Products by slug or SKU, and families by slug. */
export async function findInformationSheets(
  db: Db,
  { products, skus, families }: Names,
): Promise<InformationSheet[]> {
  return findSheets(
    db,
    sql`${PRODUCTS} where p.slug = any(${products}) or p.sku = any(${skus})
      union all ${FAMILIES} where f.slug = any(${families})`,
  )
}

const findSheets = async (db: Db, subjects: Sql) =>
  withInformation(db, await query(db, SubjectRow)`${subjects}`)

const NamedPerson = z.strictObject({ id: z.string(), name: z.string() })

async function withInformation(db: Db, subjects: SubjectRow[]): Promise<InformationSheet[]> {
  const ids = subjects.flatMap(({ id, familyId }) => (familyId ? [id, familyId] : [id]))
  const rows = await query(db, InformationRow)`${SELECT_INFORMATION} where i.id = any(${ids})`
  const known = new Map(rows.map((row) => [row.id, row]))
  const personIds = rows.flatMap(({ responsiblePersons }) => Object.values(responsiblePersons))
  const persons = await query(db, NamedPerson)`
    select id, name from responsible_persons where id = any(${personIds})`
  const names = new Map(persons.map(({ id, name }) => [id, name]))
  return subjects.map((subject) => {
    const own = known.get(subject.id)
    const applied = own ?? known.get(subject.familyId ?? '')
    const { id: _, edition: __, ...values } = applied ?? NO_INFORMATION
    const named = REGION_CODES.flatMap((region) => {
      const name = names.get(values.responsiblePersons[region] ?? '')
      return name ? [[region, name]] : []
    })
    return {
      ...subject,
      ...{ values, persons: Object.fromEntries(named), exists: applied !== undefined },
      edition: own?.edition ?? 0,
    }
  })
}

const NO_INFORMATION: z.infer<typeof InformationRow> = {
  id: '',
  edition: 0,
  ...EMPTY_INFORMATION,
  responsiblePersons: {},
}
