import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { explainRegions } from './explain-regions.server.ts'
import {
  type AdminInformation,
  type InformationSubject,
  selectInformation,
} from './product-information.server.ts'
import { InformationDraft } from './product-information.ts'
import { writeInformation } from './write-information.server.ts'

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
      await writeInformation(tx, [{ subject, values: draft }])
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
