import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { openDispute } from '#sandbox/bank-events.fixture.ts'
import type { DisputeRow } from '#sandbox/disputes.ts'
import type { CardStore } from './card-store.ts'
import { buildPaidOrder } from './paid-order.ts'

type Pool = Parameters<typeof openDispute>[0]

/** An order for $103.68 whose payment was disputed. */
export async function buildDisputedOrder(
  paymentContext: Context,
  shop: CardStore,
  pool: Pool,
  { reason, status }: { reason?: string; status?: DisputeRow['status'] } = {},
) {
  const paid = await buildPaidOrder(paymentContext, shop)
  const id = await openDispute(pool, paid.intent, reason, status)
  await shop.deliverWebhooks()
  return { ...paid, id, orderId: paid.checkout.order_id }
}

/** As if the simulated bank had decided. */
export async function letBankDecide(ctx: Context, shop: CardStore, id: string): Promise<void> {
  await execute(
    ctx.db,
  )`update sandbox.disputes set decides_at = now() where id = ${id} and decides_at is not null`
  await ctx.payments?.findDispute(id)
  await shop.deliverWebhooks()
}

/** What the bank received. */
export async function findSubmissions({ db }: Context, id: string): Promise<number> {
  const [count = 0] = await queryColumn(
    db,
    z.int(),
  )`select submissions from sandbox.disputes where id = ${id}`
  return count
}

export function withProvider(ctx: Context, change: Partial<PaymentProvider>): Context {
  return { ...ctx, payments: ctx.payments && { ...ctx.payments, ...change } }
}

/** As if staff had answered this long ago. */
export async function ageResponse({ db }: Context, id: string, interval: string): Promise<void> {
  await execute(db)`update disputes set responded_at = now() - ${interval}::interval where id = ${id}`
}

export const setDueBy = ({ db }: Context, id: string, dueBy: string) =>
  execute(db)`update disputes set due_by = now() + ${dueBy}::interval where id = ${id}`
