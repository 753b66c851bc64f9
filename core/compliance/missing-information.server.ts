import { z } from 'zod'
import { PRODUCT_SEARCH_TEXT } from '#core/catalog/admin-products.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { snakeCase } from '#core/fields/fields.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { type Duty, dutiesOn, dutyId } from './duties.ts'
import { NOTIFICATION_FIELDS } from './information-fields.ts'

const MissingDuty = z.strictObject({
  duty: z.string(),
  count: z.int(),
  /** A few of them. The first by name would be far slower to find. */
  products: z.array(z.strictObject({ id: z.string(), name: z.string() })),
})

/** A duty on a day, with the published products that lack what it needs. */
export type DutyReport = Duty & Omit<z.infer<typeof MissingDuty>, 'duty'> & { id: string }

const EXAMPLES = 3

type ReportQuery = { regions: readonly RegionCode[]; on: string }

/** One statement over all products, whatever the number of duties. */
export async function reportDuties(db: Db, { regions, on }: ReportQuery): Promise<DutyReport[]> {
  const duties = dutiesOn(on, regions)
  const missing = await query(db, MissingDuty, { prepare: false })`
    with lacking as materialized (
      select id, name, bits from (
        select p.id, p.name, ${missingBits(duties)} as bits
        from ${PRODUCTS_WITH_INFORMATION} where p.status = 'published' offset 0) checked
      where bits <> 0)
    select duty, (select count(*)::int from lacking where bits & bit <> 0) as count,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]')
        from (select id, name from lacking where bits & bit <> 0 limit ${EXAMPLES}) some_products) as products
    from (select duty, 1 << (place - 1)::int as bit
      from unnest(${duties.map(dutyId)}::text[]) with ordinality as listed (duty, place)) duties`
  const byDuty = new Map(missing.map(({ duty, ...rest }) => [duty, rest]))
  return duties.map((duty) => {
    const id = dutyId(duty)
    return { ...duty, id, ...(byDuty.get(id) ?? { count: 0, products: [] }) }
  })
}

export async function findDuties(ctx: Context, on?: string): Promise<{ on: string; duties: DutyReport[] }> {
  requirePermission(ctx.actor, 'products.view')
  const day = readDay(ctx, on)
  return { on: day, duties: await reportDuties(ctx.db, { regions: ctx.terms.regions, on: day }) }
}

const LackingProduct = z.strictObject({ id: z.string(), name: z.string(), duties: z.array(z.string()) })
export type LackingProduct = z.infer<typeof LackingProduct>

/** Published products that lack something, or what the duty of the filter needs, by name. `from` is the day. */
export async function listLackingProducts(
  ctx: Context,
  { filter, from, ...listQuery }: ListQuery,
): Promise<ListPage<LackingProduct>> {
  requirePermission(ctx.actor, 'products.view')
  const duties = dutiesOn(readDay(ctx, from), ctx.terms.regions)
  const chosen = duties.filter((duty) => !filter || dutyId(duty) === filter)
  const lacks = chosen.map((duty) => sql`(${lacksRequirement(duty)})`)
  const byName = sortBy('name', sql`p.name`, 'text', sql`p.id`)
  return listRows(ctx.db, LackingProduct, listQuery, {
    select: sql`select p.id, p.name, ${missingDuties(duties)} as duties from ${PRODUCTS_WITH_INFORMATION}`,
    sorts: { name: byName, 'name-down': { ...byName, descending: true } },
    searchText: PRODUCT_SEARCH_TEXT,
    condition: sql`p.status = 'published' and ${lacks.length ? sql`(${sql.join(lacks, ' or ')})` : sql`false`}`,
  })
}

function readDay({ now }: Pick<Context, 'now'>, on: string | undefined): string {
  if (!on) return now.toISOString().slice(0, 10)
  if (!z.iso.date().safeParse(on).success) throw invalidInput('on', 'Enter a day such as 2027-01-01.')
  return on
}

/** A product `p`, and `i`, the information that applies to it. */
const PRODUCTS_WITH_INFORMATION = sql`products p
  left join product_information own on own.product_id = p.id
  left join product_information i on i.id = coalesce(own.id, p.family_id)`

/** The IDs of the duties for which the product lacks something. */
function missingDuties(duties: readonly Duty[]): Sql {
  const cases = duties.map((duty) => sql`case when ${lacksRequirement(duty)} then ${dutyId(duty)} end`)
  return cases.length ? sql`array_remove(array[${sql.join(cases, ', ')}]::text[], null)` : sql`'{}'::text[]`
}

/** The same as bits of a number, the first duty's being the lowest: far faster than texts with a hundred thousand products. */
function missingBits(duties: readonly Duty[]): Sql {
  const cases = duties.map(
    (duty, place) => sql`case when ${lacksRequirement(duty)} then ${sql.raw(String(2 ** place))} else 0 end`,
  )
  return cases.length ? sql`(${sql.join(cases, ' | ')})` : sql`0`
}

function lacksRequirement(duty: Duty): Sql {
  const lacks = MISSING[duty.requirement](duty.region)
  return duty.everyProduct ? lacks : sql`i.kind is distinct from 'other' and ${lacks}`
}

const MISSING: Record<Duty['requirement'], (region: RegionCode) => Sql> = {
  'responsible-person': (region) => sql`not exists (
      select from responsible_person_regions usual where usual.region = ${region} and usual.is_default)
    and (i.id is null or i.id not in (
      select named.information_id from product_responsible_persons named where named.region = ${region}))`,
  notification: (region) => {
    const field = Object.entries(NOTIFICATION_FIELDS).find(([code]) => code === region)?.[1]
    return field ? sql`i.${sql.raw(snakeCase(field))} is null` : sql`false`
  },
  ingredients: () => sql`p.ingredients = '{}'`,
  'product-type': () => sql`i.product_type is null`,
  durability: () => sql`i.months_after_opening is null and i.best_before is null`,
  'best-before': () => sql`i.best_before is null`,
  'origin-country': () => sql`i.origin_country is null`,
  'net-quantity': () => sql`p.size_quantity is null`,
}
