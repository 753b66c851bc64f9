import { z } from 'zod'
import { hasValue, normalizeCode, OFFER_KINDS, OFFER_SCOPES } from './offer.ts'

const usageLimit = z
  .int('Enter a whole number.')
  .positive('The limit must be at least 1.')
  .max(1_000_000, 'Enter a limit of at most 1,000,000.')
  .nullable()

const MAX_SCOPE = 200

/** Amounts are in US cents, percentages in hundredths of a percent. */
export const OfferDraft = z
  .object({
    /** Null for an offer that applies by itself. */
    code: z
      .string()
      .transform(normalizeCode)
      .pipe(z.string().regex(/^[A-Z0-9-]{3,30}$/, 'Use 3 to 30 letters, digits, or hyphens.'))
      .nullable(),
    title: z.string().trim().min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
    kind: z.enum(OFFER_KINDS, 'Choose what the offer gives.'),
    value: z
      .int('Enter a number, such as 10.')
      .min(0, 'The discount must be greater than 0.')
      .max(99_999_999, 'Enter a discount of at most $999,999.99.')
      .default(0),
    minimum: z
      .int('Enter an amount, such as 50.')
      .min(0, 'Enter an amount of at least 0.')
      .max(99_999_999, 'Enter an amount of at most $999,999.99.'),
    scope: z.enum(OFFER_SCOPES, 'Choose what the offer is on.').default('everything'),
    /** IDs, slugs, or SKUs. */
    scopeIds: z
      .array(z.string().trim().min(1).max(200))
      .max(MAX_SCOPE, `Enter at most ${MAX_SCOPE}.`)
      .default([]),
    firstOrderOnly: z.boolean().default(false),
    /** Null for now. */
    startsAt: z.date('Choose a date.').nullable().default(null),
    endsAt: z.date('Choose a date.').nullable(),
    totalLimit: usageLimit,
    customerLimit: usageLimit,
  })
  .refine(({ kind, value }) => kind !== 'percentage' || value <= 10_000, {
    path: ['value'],
    message: 'A discount can’t be more than 100%.',
  })
  .refine(({ kind, value }) => value > 0 || !hasValue(kind), {
    path: ['value'],
    message: 'The discount must be greater than 0.',
  })
  .refine(({ kind, value }) => value === 0 || hasValue(kind), {
    path: ['value'],
    message: 'Leave the value empty: this kind of offer has none.',
  })
  .refine(({ kind, scope }) => kind !== 'sale_price' || scope === 'products', {
    path: ['scope'],
    message: 'A new price is for products. Choose them.',
  })
  .refine(
    ({ kind, code, minimum, totalLimit, customerLimit, firstOrderOnly }) =>
      kind !== 'sale_price' ||
      (code === null && !minimum && totalLimit === null && customerLimit === null && !firstOrderOnly),
    { path: ['kind'], message: 'A new price is for everyone: it takes no code, minimum, or limits.' },
  )
  .refine(({ scope, scopeIds }) => scope === 'everything' || scopeIds.length > 0, {
    path: ['scopeIds'],
    message: 'Enter what the offer is on.',
  })
export type OfferDraft = z.infer<typeof OfferDraft>
