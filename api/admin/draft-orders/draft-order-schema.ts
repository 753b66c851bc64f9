import { z } from '@hono/zod-openapi'
import type { Context } from '#core/context.ts'
import { DRAFT_STATUSES, draftName } from '#core/draft-orders/draft-order.ts'
import { DraftAddress, DraftOrderChange } from '#core/draft-orders/draft-order-change.ts'
import { type DraftOrder, toVisibleDraft } from '#core/draft-orders/find-draft-order.server.ts'
import { paymentLink } from '#core/draft-orders/payment-link.ts'
import { toPrice } from '#core/money.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { CartLinesInput } from '../../cart.ts'
import { PriceResponse } from '../../catalog/products.ts'
import { fromApiBody } from '../../codec/rows.ts'
import { giftCardInput, OfferCode, QuoteResponse } from '../../quote.ts'

const { message } = DraftOrderChange.shape

export const DraftOrderResponse = z
  .object({
    id: z.string(),
    number: z.string().openapi({ example: 'D1001' }),
    version: z.int(),
    status: z.enum(DRAFT_STATUSES),
    customer: z.object({
      id: z.string().nullable().describe('The account; null for someone without one'),
      email: z.string().describe('Empty without permission to see customers'),
    }),
    region: z.enum(REGION_CODES),
    code: z.string().nullable().describe('The offer code'),
    shipping_address: z.record(z.string(), z.string()).nullable(),
    message: z.string().nullable().describe('For the customer, in the email'),
    items: z.array(z.object({ product_id: z.string(), name: z.string(), quantity: z.int() })),
    total: PriceResponse.nullable().describe('The total of its order; null until it is sent'),
    payment_link: z.string().nullable().describe('Where the customer pays. Null unless the status is `sent`'),
    order_id: z.string().nullable(),
    order_number: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('When the payment link expires and the stock is released'),
  })
  .openapi('DraftOrder')

export const PricedDraftResponse = DraftOrderResponse.extend({
  quote: QuoteResponse.nullable().describe('What it would cost now; null once it is sent'),
  problem: z.string().nullable().describe('Why it can’t be sent now, such as an item that is out of stock'),
}).openapi('PricedDraftOrder')

const fields = {
  items: CartLinesInput,
  shipping_address: DraftAddress,
  region: z.enum(REGION_CODES),
  code: OfferCode,
  message: message.describe('For the customer, in the email'),
}
const customer = z
  .strictObject({ id: z.string().max(64), email: z.string().max(254) })
  .partial()
  .refine(({ id, email }) => (id === undefined) !== (email === undefined), 'Use either an ID or an email.')
  .describe('An account by its ID, or someone by their email address')

export const NewDraftInput = z.strictObject({
  customer,
  ...fields,
  shipping_address: fields.shipping_address.optional().describe('Required to send it'),
  gift_card_codes: giftCardInput.gift_card_codes,
  expected_total: z
    .int()
    .optional()
    .describe('In minor units. At another total, the request fails with 409.'),
  send: z
    .boolean()
    .default(true)
    .describe('Whether to place the order and email the payment link at once. Otherwise it stays a draft.'),
})

export const DraftChangeInput = z
  .strictObject({ customer, ...fields, shipping_address: fields.shipping_address.nullable() })
  .partial()
  .extend({ version: z.int().optional().describe('Refuses the change if the draft has another version') })

export const SendInput = z.strictObject({
  version: z.int().optional(),
  expected_total: NewDraftInput.shape.expected_total,
  gift_card_codes: giftCardInput.gift_card_codes,
})

type ChangeInput = Omit<z.infer<typeof DraftChangeInput>, 'version'>

export function toDraftChange({ customer, items, code, ...change }: ChangeInput): DraftOrderChange {
  const { id, email } = customer ?? {}
  return {
    ...fromApiBody(change),
    ...(id !== undefined && { customerId: id }),
    ...(email !== undefined && { email }),
    ...(items && { items: items.map(fromApiBody) }),
    ...(code !== undefined && { code: code ?? '' }),
  }
}

export function toDraftResponse(ctx: Context, row: DraftOrder): z.infer<typeof DraftOrderResponse> {
  const draft = toVisibleDraft(ctx, row)
  const { id, number, version, status, userId, email, region, total, currency } = draft
  return {
    id,
    number: draftName(number),
    version,
    status,
    customer: { id: userId, email },
    region,
    code: draft.offerCode,
    shipping_address: draft.shippingAddress,
    message: draft.message,
    items: draft.items.map(({ productId, name, quantity }) => ({ product_id: productId, name, quantity })),
    total: total === null || currency === null ? null : toPrice({ amount: total, currency }),
    payment_link: status === 'sent' ? paymentLink(ctx.settings, id) : null,
    order_id: draft.orderId,
    order_number: draft.orderNumber,
    created_at: draft.createdAt.toISOString(),
    updated_at: draft.updatedAt.toISOString(),
    sent_at: draft.sentAt?.toISOString() ?? null,
    expires_at: draft.expiresAt?.toISOString() ?? null,
  }
}
