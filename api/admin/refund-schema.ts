import { z } from '@hono/zod-openapi'
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
const LinesInput = z.array(LineInput).max(MAX_REFUND_LINES, REFUND_LINES_MESSAGE)
const RestockInput = z.union([z.boolean(), LinesInput]).optional()

export const RefundInput = RefundRequest.extend({
  lines: LinesInput.optional().describe('Without lines and amount, everything that is left is refunded.'),
  restock: RestockInput.describe('The lines to restock; true restocks all of them.'),
})
export const ReturnRefundInput = ReturnRefund.extend({ restock: RestockInput })
export const ReturnInput = ReturnRequest.extend({
  items: z.array(LineInput).min(1, RETURN_ITEMS_MESSAGE).max(MAX_REFUND_LINES),
})

export function toRefundRequest(request: z.infer<typeof RefundInput>): RefundRequest {
  return { ...request, lines: request.lines?.map(fromApiBody), restock: toRestock(request.restock) }
}

export function toRestock(restock: z.infer<typeof RestockInput>): RefundRequest['restock'] {
  return Array.isArray(restock) ? restock.map(fromApiBody) : restock
}
