import type { Context } from '#core/context.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { emptyValues } from '#core/fields/fields.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { StoreSettings } from '#core/settings/store-settings.ts'
import type { Order } from '../order.ts'
import { ORDER_FIELDS } from '../order-fields.ts'
import { orderConfirmedEmail } from './customer-emails.ts'

/** An order confirmation as the store would send it, with a footer that isn't saved yet. */
export async function previewOrderEmail(
  ctx: Context,
  { footer }: { footer?: string | undefined } = {},
): Promise<NewEmail> {
  requirePermission(ctx.actor, 'settings.edit')
  const sender = await readEmailSender(ctx)
  const typed = StoreSettings.shape.emails.shape.footer.safeParse(footer)
  return orderConfirmedEmail(sampleOrder(ctx.now), {
    to: 'sample@orchard.example',
    sender: typed.success ? { ...sender, footer: typed.data } : sender,
    link: `${ctx.settings.origin}/orders`,
  })
}

function sampleOrder(createdAt: Date): Order {
  return {
    id: 'sample',
    number: 'EB123456',
    userId: null,
    email: 'sample@orchard.example',
    region: 'US',
    currency: 'usd',
    rate: 1,
    items: [
      {
        productId: 'sample',
        name: 'Sample product',
        quantity: 2,
        price: 4800,
        amount: 9600,
        discount: 0,
        sample: false,
      },
    ],
    subtotal: 9600,
    discount: 0,
    shipping: 0,
    tax: 768,
    taxPercent: 8,
    taxIncluded: false,
    shippingTax: 0,
    total: 10_368,
    giftCardAmount: 0,
    giftCards: [],
    kind: 'products',
    offerCode: null,
    offerId: null,
    offerTitle: null,
    shippingAddress: {
      firstName: 'Grace',
      lastName: 'Sample',
      address: '1 Orchard Row',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      country: 'US',
    },
    ...emptyValues(ORDER_FIELDS),
    paymentMethod: 'card',
    status: 'pending',
    paymentStatus: 'paid',
    paymentProcessing: false,
    authorization: null,
    authorizedUntil: null,
    refunded: 0,
    carrier: null,
    trackingNumber: null,
    deliveredAt: null,
    returnDays: 30,
    createdAt,
  }
}
