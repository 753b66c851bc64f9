import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { columnNames, recordColumns, recordValues } from '#core/fields/field-columns.server.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { explainRegions } from './explain-regions.server.ts'
import { INFORMATION_FIELDS } from './information-fields.ts'
import {
  type AdminInformation,
  type InformationSubject,
  selectInformation,
} from './product-information.server.ts'
import { InformationDraft } from './product-information.ts'

/** Replaces all of it. With `edition`, that of an older edition is refused; 0 means that there was none. */
export async function saveInformation(
  ctx: Context,
  subject: InformationSubject,
  input: unknown,
  edition?: number,
): Promise<AdminInformation> {
  return explainRegions(() =>
    staffTransaction(ctx, 'products.edit', async (tx) => {
      const before = await lockInformation(tx, subject, edition)
      const draft = parseForm(InformationDraft, input)
      await (before.edition ? update(tx, subject, draft) : insert(tx, subject, draft))
      await writePersons(tx, subject, draft)
      const action = `${subject.kind}-information-changed`
      await writeAudit(ctx, { action, subject: subject.id, before: before.values, after: draft }, tx)
      return selectInformation(tx, subject)
    }),
  )
}

/** A product of a family then shares the family's again. */
export async function deleteInformation(
  ctx: Context,
  subject: InformationSubject,
  edition?: number,
): Promise<void> {
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    const before = await lockInformation(tx, subject, edition)
    if (!before.edition) throw new Refusal('not_found', 'There’s no information to delete.')
    await execute(tx)`delete from product_information where id = ${subject.id}`
    const action = `${subject.kind}-information-deleted`
    await writeAudit(ctx, { action, subject: subject.id, before: before.values }, tx)
  })
}

/** A family is locked before its products. */
async function lockInformation(
  tx: Db,
  subject: InformationSubject,
  edition: number | undefined,
): Promise<AdminInformation> {
  const { kind, id } = subject
  if (kind === 'family') await execute(tx)`select from families where id = ${id} for no key update`
  else {
    await execute(tx)`select lock_families_of(array[${id}])`
    await execute(tx)`select from products where id = ${id} for no key update`
  }
  const current = await selectInformation(tx, subject)
  if (edition !== undefined && current.edition !== edition)
    throw new Refusal(
      'conflict',
      'Someone else just updated this information, so your changes weren’t saved. Reload the page to see theirs.',
    )
  return current
}

async function insert(tx: Db, { kind, id }: InformationSubject, draft: InformationDraft): Promise<void> {
  const column = sql.raw(kind === 'product' ? 'product_id' : 'family_id')
  await execute(tx)`
    insert into product_information (${column}, ${columnNames(INFORMATION_FIELDS)})
    select ${id}, ${recordValues(INFORMATION_FIELDS, 'r')}
    from json_to_record(${sql.json(draft)}) as r (${recordColumns(INFORMATION_FIELDS)})`
}

async function update(tx: Db, { id }: InformationSubject, draft: InformationDraft): Promise<void> {
  await execute(tx)`
    update product_information i set (${columnNames(INFORMATION_FIELDS)}, edition)
      = (${recordValues(INFORMATION_FIELDS, 'r')}, i.edition + 1)
    from json_to_record(${sql.json(draft)}) as r (${recordColumns(INFORMATION_FIELDS)})
    where i.id = ${id}`
}

async function writePersons(
  tx: Db,
  { id }: InformationSubject,
  { responsiblePersons }: InformationDraft,
): Promise<void> {
  await execute(tx)`delete from product_responsible_persons where information_id = ${id}`
  await execute(tx)`
    insert into product_responsible_persons (information_id, region, person_id)
    select ${id}, p.key, p.value from json_each_text(${sql.json(responsiblePersons)}) p`
}
