import { z } from 'zod'
import { MAX_GIFT_MESSAGE } from './order.ts'

/** Browsers send line breaks as two characters, but count one. */
export const GiftMessage = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(MAX_GIFT_MESSAGE, `Use at most ${MAX_GIFT_MESSAGE} characters.`))
  .transform((text) => text || null)
