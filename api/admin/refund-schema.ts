import { z } from '@hono/zod-openapi'
import { ExchangeRequest } from '#core/orders/exchanges/create-exchange.server.ts'
import {
  MAX_REFUND_LINES,
  REFUND_LINES_MESSAGE,
  RefundLines,
  RefundRequest,
} from '#core/orders/refunds/refund-request.ts'
import { RETURN_ITEMS_MESSAGE, ReturnRefund, ReturnRequest } from '#core/orders/returns/return-request.ts'
import { fromApiBody } from '../codec/rows.ts'

const { productId: product_id, quantity } = RefundLines.element.shape
const LineInput = z.object({ product_id, quantity })
const ReturnedLineInput = LineInput.extend({
  replacement_id: ReturnRequest.shape.items.element.shape.replacementId,
})
const LinesInput = z.array(LineInput).max(MAX_REFUND_LINES, REFUND_LINES_MESSAGE)
const RestockInput = z.union([z.boolean(), LinesInput]).optional()

export const RefundInput = RefundRequest.extend({
  lines: LinesInput.optional().describe('Without lines and amount, everything that is left is refunded.'),
  restock: RestockInput.describe('The lines to restock; true restocks all of them.'),
})
export const ReturnRefundInput = ReturnRefund.extend({ restock: RestockInput })
export const ReturnInput = ReturnRequest.extend({
  items: z.array(ReturnedLineInput).min(1, RETURN_ITEMS_MESSAGE).max(MAX_REFUND_LINES),
})
export const ExchangeInput = ExchangeRequest.omit({ items: true }).extend({
  lines: z.array(ReturnedLineInput).min(1, RETURN_ITEMS_MESSAGE).max(MAX_REFUND_LINES),
  replacement: z.string().optional().describe('Replaces each line that names no replacement of its own.'),
  restock: RestockInput.describe('The returned lines to restock; true restocks all of them.'),
})

export function toRefundRequest(request: z.infer<typeof RefundInput>): RefundRequest {
  return { ...request, lines: request.lines?.map(fromApiBody), restock: toRestock(request.restock) }
}

export function toRestock(restock: z.infer<typeof RestockInput>): RefundRequest['restock'] {
  return Array.isArray(restock) ? restock.map(fromApiBody) : restock
}

export function toExchangeRequest(input: z.infer<typeof ExchangeInput>): ExchangeRequest {
  const { lines, replacement, restock, reason } = input
  const items = lines.map((line) => ({ replacementId: replacement, ...fromApiBody(line) }))
  return { items, reason, restock: toRestock(restock) }
}
