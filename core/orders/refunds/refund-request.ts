import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import type { RefundedParts, RefundLine } from '#core/payments/refund.ts'
import type { Order } from '../order.ts'
import {
  proposeRefund,
  type RefundPart,
  remainingRefund,
  shippingPart,
  toQuantities,
} from './refund-amounts.ts'

export const RefundLines = z
  .array(z.object({ product_id: z.string(), quantity: z.int().positive() }))
  .max(100, 'Refund at most 100 lines at a time.')

export const RefundRequest = z.object({
  amount: z
    .int('The amount must be a whole number of minor units.')
    .positive('The amount must be greater than 0.')
    .optional()
    .describe('In minor units of the order’s currency. By default, what the customer paid for the lines.'),
  lines: RefundLines.optional().describe('Without lines and amount, everything that is left is refunded.'),
  shipping: z.boolean().optional().describe('Whether the refund includes the shipping fee.'),
  restock: z
    .union([z.boolean(), RefundLines])
    .optional()
    .describe('The lines to restock; true restocks all of them.'),
  note: z.string().trim().max(500, 'Use at most 500 characters.').optional(),
  share_note: z.boolean().optional().describe('Whether the refund email includes the note.'),
})
export type RefundRequest = z.infer<typeof RefundRequest>

export type PlannedRefund = RefundPart & { restock: RefundLine[] | 'remaining' }

/** Turns a request into amounts, or refuses it with the limit it exceeds. */
export function planRefund(order: Order, refunded: RefundedParts, request: RefundRequest): PlannedRefund {
  const remaining = remainingRefund(order, refunded)
  if (remaining.amount <= 0) throw new Refusal('conflict', 'This order has nothing left to refund.')
  const part = isForEverything(request) ? remaining : planPart(order, refunded, request)
  if (part.amount > remaining.amount) {
    const message = `You can refund up to ${formatMoney({ ...order, amount: remaining.amount })}.`
    throw new Refusal('conflict', message, { amount: message })
  }
  if (part.amount <= 0) {
    const message = 'There’s nothing left to refund for these items. Enter an amount.'
    throw new Refusal('conflict', message, { amount: message })
  }
  const restocksAll = request.restock === true && !request.lines?.length
  return { ...part, restock: restocksAll ? 'remaining' : toRestock(part.lines, request.restock) }
}

function isForEverything({ amount, lines, shipping }: RefundRequest): boolean {
  return amount === undefined && !lines?.length && !shipping
}

function planPart(order: Order, refunded: RefundedParts, request: RefundRequest): RefundPart {
  const lines = toLines(request.lines ?? [])
  requireWithinOrder(order, refunded, lines)
  const proposal = proposeRefund(order, refunded, { lines, shipping: request.shipping ?? false })
  const amount = request.amount ?? proposal.amount
  return {
    amount,
    lines,
    shipping: shippingPart(order, refunded, { amount, selectedShipping: proposal.shipping }),
  }
}

function requireWithinOrder(order: Order, { quantities }: RefundedParts, lines: RefundLine[]): void {
  for (const { productId, quantity } of lines) {
    const item = order.items.find((candidate) => candidate.productId === productId)
    const left = (item?.quantity ?? 0) - (quantities[productId] ?? 0)
    if (quantity <= left) continue
    const message = item
      ? `You can refund at most ${left} of ${item.name}; the order has ${item.quantity}, and ${item.quantity - left} were refunded.`
      : `The order doesn’t contain product ${productId}.`
    throw new Refusal('conflict', message, { lines: message })
  }
}

function toRestock(lines: RefundLine[], restock: RefundRequest['restock']): RefundLine[] {
  if (restock === true) return lines
  return restock ? toLines(restock) : []
}

function toLines(lines: { product_id: string; quantity: number }[]): RefundLine[] {
  const quantities = toQuantities(
    lines.map(({ product_id: productId, quantity }) => ({ productId, quantity })),
  )
  return Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))
}
