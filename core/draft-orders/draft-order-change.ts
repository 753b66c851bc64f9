import { z } from 'zod'
import { CartLines } from '../cart/cart-line.ts'
import { normalizeCode } from '../offers/offer.ts'
import { ShippingAddress } from '../orders/shipping-address.ts'
import { REGION_CODES } from '../regions/regions.ts'

/** The email address is the customer's, and the country the region's. */
export const DraftAddress = ShippingAddress.omit({ email: true })
export type DraftAddress = z.infer<typeof DraftAddress>

/** What staff type. What is left out stays as it is; an address of null is removed. */
export const DraftOrderChange = z
  .object({
    /** An account. */
    customerId: z.string().max(64),
    /** Someone without an account. */
    email: ShippingAddress.shape.email,
    region: z.enum(REGION_CODES, 'Choose a region.'),
    code: z.string().max(100, 'Use at most 100 characters.').transform(normalizeCode),
    shippingAddress: DraftAddress.nullable(),
    message: z
      .string()
      // Browsers send line breaks as two characters, but count one.
      .transform((text) => text.replaceAll('\r\n', '\n').trim())
      .pipe(
        z
          .string()
          .max(500, 'Use at most 500 characters.')
          .regex(/^[^\0]*$/, 'Use text only.'),
      ),
    items: CartLines,
  })
  .partial()
export type DraftOrderChange = z.infer<typeof DraftOrderChange>
