import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { query, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueApplication, OfferSchedule } from './apply-offers.server.ts'
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
    const [created] = await query(tx, OfferSchedule)`
      insert into offers (id, code, title, description, kind, value, minimum, starts_at, ends_at, total_limit,
        customer_limit, scope, scope_ids, first_order_only, active, created_at)
      values (${id}, ${code}, ${title}, '', ${kind}, ${value}, ${minimum}, ${startsAt}, ${endsAt}, ${totalLimit},
        ${customerLimit}, ${scope}, ${scopeIds}, ${firstOrderOnly}, true, ${ctx.now})
      on conflict (code) do nothing returning ${SCHEDULE}`
    if (!created) throw invalidInput('code', 'An offer with this code already exists.')
    await enqueueApplication(tx, created)
    await writeAudit(ctx, { action: 'offer-made', subject: id, after: { ...draft, startsAt, scopeIds } }, tx)
  })
  return id
}

export async function setOfferActive(ctx: Context, id: string, active: boolean): Promise<void> {
  await staffTransaction(ctx, 'offers.edit', async (tx) => {
    const [offer] = await query(tx, OfferSchedule)`
      update offers set active = ${active}, applied = false where id = ${id}
      returning ${SCHEDULE}`
    if (!offer) throw new Refusal('not_found', 'Offer not found.')
    await enqueueApplication(tx, offer)
    await writeAudit(ctx, { action: active ? 'offer-resumed' : 'offer-stopped', subject: id }, tx)
  })
}

/** What it gives and to whom stays as it is: an offer with other terms is another offer. */
export async function changeOffer(ctx: Context, id: string, input: OfferChange): Promise<void> {
  const change = parseForm(OfferChange, input)
  await staffTransaction(ctx, 'offers.edit', async (tx) => {
    const [before] = await query(tx, StoredTerms)`
      select title, starts_at as "startsAt", ends_at as "endsAt" from offers where id = ${id} for no key update`
    if (!before) throw new Refusal('not_found', 'Offer not found.')
    const { title, endsAt } = { ...before, ...change }
    if (endsAt && endsAt.getTime() !== before.endsAt?.getTime() && endsAt <= ctx.now)
      throw invalidInput('endsAt', 'Choose an end date in the future.')
    if (endsAt && endsAt <= before.startsAt) throw invalidInput('endsAt', 'Choose an end after the start.')
    const [offer] = await query(tx, OfferSchedule)`
      update offers set title = ${title}, ends_at = ${endsAt}, applied = false where id = ${id} returning ${SCHEDULE}`
    if (offer) await enqueueApplication(tx, offer)
    const { startsAt, ...terms } = before
    await writeAudit(
      ctx,
      { action: 'offer-changed', subject: id, before: terms, after: { title, endsAt } },
      tx,
    )
  })
}

const OfferChange = z.object({ title: OfferDraft.shape.title, endsAt: OfferDraft.shape.endsAt }).partial()
export type OfferChange = z.infer<typeof OfferChange>

const StoredTerms = z.strictObject({ title: z.string(), startsAt: z.date(), endsAt: z.date().nullable() })

const SCHEDULE = sql`id, starts_at as "startsAt", ends_at as "endsAt", reduces_prices as "reducesPrices"`
