import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { REGION_CODES, type RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { Contact } from './responsible-person.ts'

const PersonRow = Contact.extend({
  id: z.string(),
  sortName: z.string(),
  regions: z.array(z.enum(REGION_CODES)),
  defaultRegions: z.array(z.enum(REGION_CODES)),
  edition: z.int(),
})
export type ResponsiblePerson = Omit<z.infer<typeof PersonRow>, 'sortName'>

const SELECT = sql`
  select p.id, p.name, lower(p.name) as "sortName", to_json(p.postal_address) as "postalAddress",
    p.electronic_address as "electronicAddress", p.edition,
    array(select region from responsible_person_regions where person_id = p.id order by region) as regions,
    array(select region from responsible_person_regions where person_id = p.id and is_default order by region)
      as "defaultRegions"
  from responsible_persons p`

const BY_NAME = sortBy('sortName', sql`lower(p.name)`, 'text', sql`p.id`)

const inOrder = (codes: RegionCode[]) => REGION_CODES.filter((code) => codes.includes(code))

const toPerson = ({ sortName: _, ...row }: z.infer<typeof PersonRow>): ResponsiblePerson => ({
  ...row,
  regions: inOrder(row.regions),
  defaultRegions: inOrder(row.defaultRegions),
})

export async function listResponsiblePersons(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ResponsiblePerson>> {
  requirePermission(ctx.actor, 'products.view')
  const page = await listRows(ctx.db, PersonRow, listQuery, {
    select: SELECT,
    sorts: { name: BY_NAME, 'name-down': { ...BY_NAME, descending: true } },
    searchText: sql`lower(p.name)`,
  })
  return { ...page, rows: page.rows.map(toPerson) }
}

export async function findResponsiblePerson(ctx: Context, id: string): Promise<ResponsiblePerson> {
  requirePermission(ctx.actor, 'products.view')
  const person = isId('responsiblePerson', id) ? await selectResponsiblePerson(ctx.db, id) : undefined
  if (!person) throw new Refusal('not_found', 'Responsible person not found.')
  return person
}

async function selectResponsiblePerson(db: Db, id: string): Promise<ResponsiblePerson | undefined> {
  const [row] = await query(db, PersonRow)`${SELECT} where p.id = ${id}`
  return row && toPerson(row)
}

const PersonOfRegion = z.strictObject({
  region: z.enum(REGION_CODES),
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
})
export type PersonOfRegion = z.infer<typeof PersonOfRegion>

/** Whom a product can name in each region. */
export async function listPersonsOfRegions(ctx: Context): Promise<PersonOfRegion[]> {
  requirePermission(ctx.actor, 'products.view')
  return query(ctx.db, PersonOfRegion)`
    select r.region, p.id, p.name, r.is_default as "isDefault"
    from responsible_person_regions r join responsible_persons p on p.id = r.person_id
    order by r.region, lower(p.name), p.id`
}
