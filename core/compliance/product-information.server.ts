import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { selectFields } from '#core/fields/field-columns.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { EMPTY_INFORMATION, INFORMATION_FIELDS } from './information-fields.ts'
import { StoredInformation } from './product-information.ts'

/** Whose information it is. The products of a family share the family's, except those with their own. */
export type InformationSubject = { kind: 'product' | 'family'; id: string }

export const InformationRow = StoredInformation.extend({ id: z.string(), edition: z.int() })

const Subject = z.strictObject({
  id: z.string(),
  name: z.string(),
  familyId: z.string().nullable(),
  familyName: z.string().nullable(),
})

export type AdminInformation = {
  subject: z.infer<typeof Subject>
  values: StoredInformation
  /** Where the values are from. Null if there are none yet. */
  source: InformationSubject['kind'] | null
  /** Of the subject's own information; 0 if it has none. */
  edition: number
}

export async function findInformation(ctx: Context, subject: InformationSubject): Promise<AdminInformation> {
  requirePermission(ctx.actor, 'products.view')
  return selectInformation(ctx.db, subject)
}

export async function selectInformation(db: Db, { kind, id }: InformationSubject): Promise<AdminInformation> {
  const [subject] = await query(db, Subject)`
    ${kind === 'product' ? PRODUCT : sql`select f.id, f.name, null as "familyId", null as "familyName" from families f where f.id`} = ${id}`
  if (!subject)
    throw new Refusal('not_found', kind === 'product' ? 'Product not found.' : 'Family not found.')
  const rows = await query(db, InformationRow)`
    ${SELECT_INFORMATION} where i.id in (${id}, ${subject.familyId ?? id})`
  const own = rows.find((row) => row.id === id)
  const effective = own ?? rows[0]
  if (!effective)
    return { subject, values: { ...EMPTY_INFORMATION, responsiblePersons: {} }, source: null, edition: 0 }
  const { id: source, edition, ...values } = effective
  return { subject, values, source: source === id ? kind : 'family', edition: own ? edition : 0 }
}

const PRODUCT = sql`
  select p.id, p.name, p.family_id as "familyId", f.name as "familyName"
  from products p left join families f on f.id = p.family_id where p.id`

export const SELECT_INFORMATION = sql`
  select i.id, ${selectFields(INFORMATION_FIELDS, 'i')}, i.edition,
    (select coalesce(json_object_agg(c.region, c.person_id), '{}') from product_responsible_persons c
      where c.information_id = i.id) as "responsiblePersons"
  from product_information i`

/** The ID of the information that applies to a product, given as its ID and its family's. */
export const appliedInformation = (product: Sql, family: Sql): Sql =>
  sql`coalesce((select own.id from product_information own where own.product_id = ${product}), ${family})`
