import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { normalizeCode } from './offer.ts'

const usageLimit = z
  .int('Enter a whole number.')
  .positive('The limit must be at least 1.')
  .max(1_000_000, 'Enter a limit of at most 1,000,000.')
  .nullable()

/** Amounts are in US cents, percentages in hundredths of a percent. */
export const OfferDraft = z
  .object({
    code: z
      .string()
      .transform(normalizeCode)
      .pipe(z.string().regex(/^[A-Z0-9-]{3,30}$/, 'Use 3 to 30 letters, digits, or hyphens.')),
    title: z.string().trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
    kind: z.enum(['percentage', 'amount']),
    value: z
      .int('Enter a number, such as 10.')
      .positive('The discount must be greater than 0.')
      .max(99_999_999, 'Enter a discount of at most $999,999.99.'),
    minimum: z
      .int('Enter an amount, such as 50.')
      .min(0, 'Enter an amount of at least 0.')
      .max(99_999_999, 'Enter an amount of at most $999,999.99.'),
    endsAt: z.date('Choose a date.').nullable(),
    totalLimit: usageLimit,
    customerLimit: usageLimit,
  })
  .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, {
    path: ['value'],
    message: 'A discount can’t be more than 100%.',
  })
export type OfferDraft = z.infer<typeof OfferDraft>

export async function createOffer(ctx: Context, input: unknown): Promise<string> {
  requirePermission(ctx.actor, 'offers.edit')
  const draft = parseForm(OfferDraft, input)
  if (draft.endsAt && draft.endsAt <= ctx.now)
    throw invalidInput('endsAt', 'Choose an end date in the future.')
  const id = newId('offer')
  await staffTransaction(ctx, 'offers.edit', async (tx) => {
    const { code, title, kind, value, minimum, endsAt, totalLimit, customerLimit } = draft
    const inserted = await execute(tx)`
      insert into offers (id, code, title, description, kind, value, minimum, starts_at, ends_at, total_limit,
        customer_limit, active, created_at)
      values (${id}, ${code}, ${title}, '', ${kind}, ${value}, ${minimum}, ${ctx.now}, ${endsAt}, ${totalLimit},
        ${customerLimit}, true, ${ctx.now})
      on conflict (code) do nothing`
    if (!inserted) throw invalidInput('code', 'An offer with this code already exists.')
    await writeAudit(ctx, { action: 'offer-made', subject: id, after: draft }, tx)
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
