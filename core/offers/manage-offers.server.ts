import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { OfferDraft } from './offer-draft.ts'
import { resolveScope } from './offer-scope.server.ts'

export async function createOffer(ctx: Context, input: unknown): Promise<string> {
  requirePermission(ctx.actor, 'offers.edit')
  const draft = parseForm(OfferDraft, input)
  const { code, title, kind, value, minimum, endsAt, totalLimit, customerLimit, scope, firstOrderOnly } =
    draft
  const startsAt = draft.startsAt ?? ctx.now
  if (endsAt && endsAt <= ctx.now) throw invalidInput('endsAt', 'Choose an end date in the future.')
  if (endsAt && endsAt <= startsAt) throw invalidInput('endsAt', 'Choose an end after the start.')
  const id = newId('offer')
  await staffTransaction(ctx, 'offers.edit', async (tx) => {
    const scopeIds = await resolveScope(tx, draft)
    const inserted = await execute(tx)`
      insert into offers (id, code, title, description, kind, value, minimum, starts_at, ends_at, total_limit,
        customer_limit, scope, scope_ids, first_order_only, active, created_at)
      values (${id}, ${code}, ${title}, '', ${kind}, ${value}, ${minimum}, ${startsAt}, ${endsAt}, ${totalLimit},
        ${customerLimit}, ${scope}, ${scopeIds}, ${firstOrderOnly}, true, ${ctx.now})
      on conflict (code) do nothing`
    if (!inserted) throw invalidInput('code', 'An offer with this code already exists.')
    await writeAudit(ctx, { action: 'offer-made', subject: id, after: { ...draft, startsAt, scopeIds } }, tx)
  })
  return id
}

export async function setOfferActive(ctx: Context, id: string, active: boolean): Promise<void> {
  await staffTransaction(ctx, 'offers.edit', async (tx) => {
    const updated = await execute(tx)`update offers set active = ${active} where id = ${id}`
    if (!updated) throw new Refusal('not_found', 'Offer not found.')
    await writeAudit(ctx, { action: active ? 'offer-resumed' : 'offer-stopped', subject: id }, tx)
  })
}
