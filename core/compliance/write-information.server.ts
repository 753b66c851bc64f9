import { columnNames, recordColumns, recordValues } from '#core/fields/field-columns.server.ts'
import { snakeCase } from '#core/fields/fields.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { INFORMATION_FIELDS } from './information-fields.ts'
import type { InformationSubject } from './product-information.server.ts'
import type { StoredInformation } from './product-information.ts'

const REPLACED = sql.raw(
  Object.keys(INFORMATION_FIELDS)
    .map((name) => `excluded.${snakeCase(name)}`)
    .join(', '),
)

/** Replaces the information of several products and families, which the caller has locked. */
export async function writeInformation(
  tx: Db,
  rows: { subject: InformationSubject; values: StoredInformation }[],
): Promise<void> {
  const records = rows.map(({ subject: { kind, id }, values: { responsiblePersons: _, ...values } }) => ({
    ...values,
    productId: kind === 'product' ? id : null,
    familyId: kind === 'family' ? id : null,
  }))
  await execute(tx)`
    insert into product_information (product_id, family_id, ${columnNames(INFORMATION_FIELDS)})
    select r."productId", r."familyId", ${recordValues(INFORMATION_FIELDS, 'r')}
    from json_to_recordset(${sql.json(records)})
      as r ("productId" text, "familyId" text, ${recordColumns(INFORMATION_FIELDS)})
    order by coalesce(r."productId", r."familyId")
    on conflict (id) do update
      set (${columnNames(INFORMATION_FIELDS)}, edition) = (${REPLACED}, product_information.edition + 1)`
  await execute(tx)`
    delete from product_responsible_persons where information_id = any(${rows.map(({ subject }) => subject.id)})`
  const named = rows.flatMap(({ subject, values }) =>
    Object.entries(values.responsiblePersons).map(([region, person]) => ({ id: subject.id, region, person })),
  )
  await execute(tx)`
    insert into product_responsible_persons (information_id, region, person_id)
    select id, region, person from json_to_recordset(${sql.json(named)}) as r (id text, region text, person text)`
}
