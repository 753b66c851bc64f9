import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { readCode } from './offer.ts'
import { offers } from './offers.table.ts'

const limit = z.int('Write a whole number.').positive('A limit is one or more.').max(1_000_000).nullable()

/** Amounts are US cents, a percentage hundredths of a percent. */
export const OfferDraft = z
  .object({
    code: z
      .string()
      .transform(readCode)
      .pipe(z.string().regex(/^[A-Z0-9-]{3,30}$/, 'A code has 3 to 30 letters, digits or hyphens.')),
    title: z.string().trim().min(1, 'Say what it is.').max(120),
    kind: z.enum(['percentage', 'amount']),
    value: z.int('Write a number such as 10.').positive('An offer takes something off.').max(99_999_999),
    minimum: z.int('Write an amount such as 50.').min(0).max(99_999_999),
    endsAt: z.date('Choose a day.').nullable(),
    totalLimit: limit,
    customerLimit: limit,
  })
  .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, {
    path: ['value'],
    message: 'At most 100 percent can be taken off.',
  })
export type OfferDraft = z.infer<typeof OfferDraft>

export async function makeOffer(ctx: Context, said: unknown): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const read = OfferDraft.safeParse(said)
  if (!read.success) {
    const fields: Record<string, string> = {}
    for (const { path, message } of read.error.issues) fields[String(path[0])] ??= message
    throw new Refusal('invalid_input', 'Some of what was written can’t be kept.', fields)
  }
  const draft = read.data
  if (draft.endsAt && draft.endsAt <= ctx.now) throw wrong('endsAt', 'An offer ends after today.')
  const id = newId('offer')
  await ctx.db.transaction(async (tx) => {
    const made = await tx
      .insert(offers)
      .values({ ...draft, id, description: '', startsAt: ctx.now, active: true })
      .onConflictDoNothing({ target: offers.code })
      .returning({ id: offers.id })
    if (!made.length) throw wrong('code', 'There is an offer with this code already.')
    await writeAudit(ctx, { action: 'offer-made', subject: id, after: draft }, tx)
  })
}

/** Stopped, it is taken by no cart any more; it can go on later. */
export async function switchOffer(ctx: Context, id: string, active: boolean): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`update offers set active = ${active} where id = ${id} returning id`)
    if (!rows.length) throw new Refusal('not_found', 'There is no such offer.')
    await writeAudit(ctx, { action: active ? 'offer-resumed' : 'offer-stopped', subject: id }, tx)
  })
}

function wrong(field: string, said: string): Refusal {
  return new Refusal('invalid_input', said, { [field]: said })
}
