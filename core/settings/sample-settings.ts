import { z } from 'zod'

export const MAX_CHOSEN_SAMPLES = 10

export const SampleSettings = z.object({
  /** Whether shoppers can choose samples in the cart. */
  enabled: z.boolean(),
  /** In US cents: the subtotal from which an order comes with samples. */
  minimum: z
    .int('Enter an amount with at most two decimals.')
    .min(0, 'Enter 0 or more.')
    .max(1_000_000, 'Enter at most 10,000.'),
  /** How many an order may have. */
  choose: z
    .int('Enter a whole number of samples.')
    .min(1, 'Enter at least 1 sample.')
    .max(MAX_CHOSEN_SAMPLES, `Enter at most ${MAX_CHOSEN_SAMPLES} samples.`),
})
export type SampleSettings = z.infer<typeof SampleSettings>

export const DEFAULT_SAMPLES: SampleSettings = { enabled: false, minimum: 7500, choose: 2 }
