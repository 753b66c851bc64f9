import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { normalizeCode } from './offer.ts'
import { offers } from './offers.table.ts'

const usageLimit = z
  .int('Write a whole number.')
  .positive('A limit is one or more.')
  .max(1_000_000)
  .nullable()

/** Amounts are US cents, a percentage hundredths of a percent. */
export const OfferDraft = z
  .object({
    code: z
      .string()
      .transform(normalizeCode)
      .pipe(z.string().regex(/^[A-Z0-9-]{3,30}$/, 'A code has 3 to 30 letters, digits or hyphens.')),
    title: z.string().trim().min(1, 'Say what it is.').max(120),
    kind: z.enum(['percentage', 'amount']),
    value: z.int('Write a number such as 10.').positive('An offer takes something off.').max(99_999_999),
    minimum: z.int('Write an amount such as 50.').min(0).max(99_999_999),
    endsAt: z.date('Choose a day.').nullable(),
    totalLimit: usageLimit,
    customerLimit: usageLimit,
  })
  .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, {
    path: ['value'],
    message: 'At most 100 percent can be taken off.',
  })
export type OfferDraft = z.infer<typeof OfferDraft>

export async function createOffer(ctx: Context, input: unknown): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const result = OfferDraft.safeParse(input)
  if (!result.success) {
    const fields: Record<string, string> = {}
    for (const { path, message } of result.error.issues) fields[String(path[0])] ??= message
    throw new Refusal('invalid_input', 'Some of what was written can’t be kept.', fields)
  }
  const draft = result.data
  if (draft.endsAt && draft.endsAt <= ctx.now) throw fieldError('endsAt', 'An offer ends after today.')
  const id = newId('offer')
  await ctx.db.transaction(async (tx) => {
    const inserted = await tx
      .insert(offers)
      .values({ ...draft, id, description: '', startsAt: ctx.now, active: true })
      .onConflictDoNothing({ target: offers.code })
      .returning({ id: offers.id })
    if (!inserted.length) throw fieldError('code', 'There is an offer with this code already.')
    await writeAudit(ctx, { action: 'offer-made', subject: id, after: draft }, tx)
  })
}

/** Stopped, it is taken by no cart any more; it can go on later. */
export async function setOfferActive(ctx: Context, id: string, active: boolean): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`update offers set active = ${active} where id = ${id} returning id`)
    if (!rows.length) throw new Refusal('not_found', 'There is no such offer.')
    await writeAudit(ctx, { action: active ? 'offer-resumed' : 'offer-stopped', subject: id }, tx)
  })
}

function fieldError(field: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { [field]: message })
}
