import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { type RefundedParts, RefundLine } from '#core/payments/refund.ts'
import type { Order } from '../order.ts'
import {
  proposeRefund,
  type RefundPart,
  remainingRefund,
  shippingPart,
  toQuantities,
} from './refund-amounts.ts'

export const MAX_REFUND_LINES = 100
export const REFUND_LINES_MESSAGE = `Refund at most ${MAX_REFUND_LINES} lines at a time.`

export const RefundLines = z
  .array(RefundLine.extend({ quantity: z.int().positive() }))
  .max(MAX_REFUND_LINES, REFUND_LINES_MESSAGE)

export const RefundRequest = z.object({
  amount: z
    .int('The amount must be a whole number of minor units.')
    .positive('The amount must be greater than 0.')
    .optional()
    .describe('In minor units of the order’s currency. By default, what the customer paid for the lines.'),
  lines: RefundLines.optional(),
  shipping: z.boolean().optional().describe('Whether the refund includes the shipping fee.'),
  restock: z.union([z.boolean(), RefundLines]).optional(),
  note: z.string().trim().max(500, 'Use at most 500 characters.').optional(),
  share_note: z.boolean().optional().describe('Whether the refund email includes the note.'),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** In the form that refunds were hashed with before, names and order included, so that a retry matches after an upgrade. */
export function refundToHash(request: RefundRequest): unknown {
  const { lines, restock } = request
  return {
    ...request,
    lines: lines?.map(lineToHash),
    restock: Array.isArray(restock) ? restock.map(lineToHash) : restock,
  }
}

const lineToHash = ({ productId, quantity }: RefundLine) => ({ product_id: productId, quantity })

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
  return { ...part, restock: restocksAll ? 'remaining' : toRestock(order, part.lines, request.restock) }
}

function isForEverything({ amount, lines, shipping }: RefundRequest): boolean {
  return amount === undefined && !lines?.length && !shipping
}

function planPart(order: Order, refunded: RefundedParts, request: RefundRequest): RefundPart {
  const lines = mergeLines(request.lines ?? [])
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
    const left = (item?.sample ? 0 : (item?.quantity ?? 0)) - (quantities[productId] ?? 0)
    if (quantity <= left) continue
    if (!item) throw notInOrder(productId, 'lines')
    if (item.sample) throw sampleWasFree(item.name)
    const message = `You can refund at most ${left} of ${item.name}; the order has ${item.quantity}, and ${item.quantity - left} were refunded.`
    throw new Refusal('conflict', message, { lines: message })
  }
}

function toRestock({ items }: Order, lines: RefundLine[], restock: RefundRequest['restock']): RefundLine[] {
  if (restock === true) return lines
  const restocked = restock ? mergeLines(restock) : []
  for (const { productId } of restocked)
    if (!items.some((item) => item.productId === productId)) throw notInOrder(productId, 'restock')
  return restocked
}

function sampleWasFree(name: string): Refusal {
  const message = `${name} was free, so it can’t be refunded.`
  return new Refusal('conflict', message, { lines: message })
}

function notInOrder(productId: string, field: 'lines' | 'restock'): Refusal {
  const message = `The order doesn’t contain product ${productId}.`
  return new Refusal('conflict', message, { [field]: message })
}

function mergeLines(lines: RefundLine[]): RefundLine[] {
  return Object.entries(toQuantities(lines)).map(([productId, quantity]) => ({ productId, quantity }))
}
