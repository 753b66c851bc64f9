import { z } from 'zod'

const MAX_CHOICES = 8

const amount = z
  .int('Enter an amount with at most two decimals.')
  .min(100, 'Enter at least 1.')
  .max(10_000_000, 'Enter at most 100,000.')
const rupees = amount.refine((value) => value % 100 === 0, 'Enter a whole number of rupees.')

/** Amounts are in minor units of the region's currency. The law says how soon a gift card may expire. */
function perRegion(price: z.ZodType<number>, leastMonths: number, message: string) {
  return z
    .object({
      /** What shoppers choose from. They can also enter an amount from `min` to `max`. */
      amounts: z
        .array(price)
        .max(MAX_CHOICES, `Enter at most ${MAX_CHOICES} amounts.`)
        .refine((amounts) => new Set(amounts).size === amounts.length, 'Enter each amount once.'),
      min: price,
      max: price,
      /** Null means that they don't expire. */
      expiryMonths: z
        .int('Enter a whole number of months.')
        .max(1200, 'Enter at most 1,200 months.')
        .nullable()
        .refine((months) => months === null || months >= leastMonths, message),
    })
    .refine(({ min, max }) => min <= max, {
      error: 'The largest amount can’t be below the smallest.',
      path: ['max'],
    })
}

export const GiftCardSettings = z.object({
  /** Whether the store sells them. Those that it sold or issued can always be used. */
  enabled: z.boolean(),
  regions: z.object({
    US: perRegion(amount, 60, 'In the United States, gift cards are valid for at least 60 months.'),
    CA: perRegion(amount, Number.POSITIVE_INFINITY, 'In Canada, gift cards don’t expire.'),
    GB: perRegion(amount, 12, 'Enter at least 12 months.'),
    IN: perRegion(rupees, 12, 'In India, gift cards are valid for at least 12 months.'),
  }),
})
export type GiftCardSettings = z.infer<typeof GiftCardSettings>

// Each region has its own: the form of the settings changes a copy, in which shared objects would stay shared.
const initialTerms = () => ({
  amounts: [2500, 5000, 10_000, 20_000],
  min: 1000,
  max: 50_000,
  expiryMonths: null,
})

export const DEFAULT_GIFT_CARDS: GiftCardSettings = {
  enabled: false,
  regions: {
    US: initialTerms(),
    CA: initialTerms(),
    GB: initialTerms(),
    IN: { amounts: [200_000, 500_000, 1_000_000], min: 50_000, max: 1_000_000, expiryMonths: null },
  },
}
