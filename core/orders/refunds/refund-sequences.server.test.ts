import fc from 'fast-check'
import { payDifferenceByLink } from '#core/checkout/pay-difference.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { setGiftCardEnabled } from '#core/gift-cards/manage-gift-cards.server.ts'
import { findPaidPayment, listPayments } from '#core/payments/payments.server.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import { toBaseAmount } from '#core/pricing/quote.ts'
import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { closeDispute, failRefund, openDispute } from '#sandbox/bank-events.fixture.ts'
import { BadRequest } from '#sandbox/checkout-sessions.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { buildActor } from '#test/accounts.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { cancelOrder } from '../cancel-order.server.ts'
import { createExchange } from '../exchanges/create-exchange.server.ts'
import { findOrder } from '../find-order.server.ts'
import { createOrderToken } from '../order-link.ts'
import { closeReturn } from '../returns/process-return.server.ts'
import { requestReturn } from '../returns/returns.server.ts'
import { findFailedRefunds, retryRefund } from './failed-refunds.server.ts'
import { anyStart, buildPaidOrder, type PaidOrder } from './paid-order.fixture.ts'
import { taxOn } from './refund-amounts.ts'
import { refundOrder } from './refund-order.server.ts'
import { SHOP_STEP_NAMES, SHOP_STEPS } from './shop-steps.fixture.ts'

const share = fc.double({ min: 0.01, max: 1, noNaN: true })
const step = fc.oneof(
  fc.record({ do: fc.constant('refund amount' as const), share }),
  fc.record({ do: fc.constant('refund lines' as const), product: fc.nat(2), shipping: fc.boolean() }),
  fc.record({ do: fc.constant('refund in dashboard' as const), share }),
  fc.record({ do: fc.constant('return' as const), product: fc.nat(2), restock: fc.boolean() }),
  fc.record({ do: fc.constant('return for store credit' as const), product: fc.nat(1) }),
  fc.record({ do: fc.constant('exchange' as const), restock: fc.boolean() }),
  fc.record({
    do: fc.constant('replacements' as const),
    to: fc.constantFrom('cancel', 'refund', 'pay', 'expire'),
  }),
  fc.record({ do: fc.constant('disable or enable a gift card' as const), enabled: fc.boolean() }),
  fc.record({ do: fc.constant('bank rejects a refund' as const), which: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom(
      ...([
        ...SHOP_STEP_NAMES,
        'retry failed refunds',
        'dispute is lost',
        'dispute is won',
        'cancel',
        'repeat the last refund',
      ] as const),
    ),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
test('after any sequence of refunds, returns, failures, and disputes, the order, provider, stock, and ledger agree', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  let orderCount = 0
  await fc.assert(
    fc.asyncProperty(anyStart, fc.array(step, { minLength: 2, maxLength: 9 }), async (start, steps) => {
      const order = await buildPaidOrder(admin, shop, start, ++orderCount)
      for (const next of steps) await runStep({ admin, shop, connection, order }, next)
      await shop.setFaults({})
      for (let round = 0; round < 3; round++) {
        await shop.deliverWebhooks()
        await shop.sendDelayedRefunds()
      }
      await expectAgreement(admin, connection, order)
      for (const replacement of await findPaidReplacements(admin, order))
        await expectAgreement(admin, connection, replacement)
      await shop.expectBalancedBooks()
    }),
    { numRuns: 12, endOnFailure: true, includeErrorInReport: true },
  )
}, 240_000)

type Sequence = { admin: Context; shop: CardStore; connection: Connection; order: PaidOrder }

/** A step that isn't possible is refused, and changes nothing. */
async function runStep(sequence: Sequence, next: Step): Promise<void> {
  try {
    await attemptStep(sequence, next)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof BadRequest)) throw error
  }
}

async function attemptStep({ admin, shop, connection, order }: Sequence, next: Step): Promise<void> {
  const { id, intent, products, giftCards } = order
  const { pool } = connection
  const line = (product: number) => ({ productId: products[product] ?? '', quantity: 1 })
  const left = async () => {
    const { total, refunded } = await findOrder(admin, id)
    return total - refunded
  }
  const findDoneRefunds = async () =>
    (
      await pool.query(
        `select id from sandbox.refunds where intent_id = $1 and status <> 'failed' order by place`,
        [intent],
      )
    ).rows
  switch (next.do) {
    case 'refund amount':
      return void (await refundOrder(admin, id, { amount: Math.ceil((await left()) * next.share) }))
    case 'refund lines':
      return void (await refundOrder(admin, id, {
        lines: [line(next.product)],
        shipping: next.shipping,
        restock: true,
      }))
    case 'repeat the last refund':
      await refundOrder(admin, id, { amount: 1 }, `repeated ${id}`)
      return void (await refundOrder(admin, id, { amount: 1 }, `repeated ${id}`))
    case 'refund in dashboard': {
      if (!intent) return
      const amount = String(Math.ceil((await left()) * next.share))
      return void (await createRefund(pool, { payment_intent: intent, amount }))
    }
    case 'return': {
      const { id: returnId } = await requestReturn(admin, id, { items: [line(next.product)], reason: 'No' })
      return void (await closeReturn(admin, returnId, { restock: next.restock }))
    }
    case 'return for store credit': {
      const request = { items: [line(next.product)], resolution: 'store_credit' as const, reason: 'No' }
      return void (await closeReturn(admin, (await requestReturn(admin, id, request)).id, {}))
    }
    case 'exchange': {
      const items = [{ ...line(0), replacementId: order.replacement }]
      const request = { items, reason: 'Too dark', restock: next.restock }
      const { replacementOrder } = await createExchange(admin, id, request)
      return void order.replacementOrders.push(replacementOrder ?? '')
    }
    case 'replacements': {
      const last = order.replacementOrders.at(-1)
      return last ? changeReplacements(admin, shop, last, next.to) : undefined
    }
    case 'disable or enable a gift card':
      for (const card of giftCards) await setGiftCardEnabled(admin, card, next.enabled)
      return
    case 'bank rejects a refund': {
      const refunds = intent ? await findDoneRefunds() : []
      if (refunds.length) await failRefund(pool, refunds[next.which % refunds.length].id)
      return
    }
    case 'retry failed refunds':
      for (const refund of await findFailedRefunds(admin, await findOrder(admin, id)))
        await retryRefund(admin, refund.id)
      return
    case 'dispute is lost':
      return intent ? closeDispute(pool, await openDispute(pool, intent), 'lost') : undefined
    case 'dispute is won':
      return intent ? closeDispute(pool, await openDispute(pool, intent), 'won') : undefined
    case 'cancel':
      return void (await cancelOrder(admin, id))
    default:
      return SHOP_STEPS[next.do](shop)
  }
}

async function changeReplacements(
  admin: Context,
  shop: CardStore,
  number: string,
  to: string,
): Promise<void> {
  const { id, total, giftCardAmount, userId } = await findOrder(admin, number)
  if (to === 'cancel') return void (await cancelOrder(admin, id))
  if (to === 'refund') return void (await refundOrder(admin, id, { lines: [] }))
  if (to === 'expire') {
    await execute(admin.db)`update payments set expires_at = now() where order_id = ${id} and state = 'open'`
    return shop.settlePayments()
  }
  if (total === giftCardAmount || userId) return undefined
  const token = createOrderToken(admin.settings, id)
  await payDifferenceByLink(admin, { number, token })
  const [payment] = await listPayments(admin.db, id)
  await shop.pay({ url: '', order_id: id, session_id: payment?.providerId ?? '' })
  await shop.settlePayments()
}

/** Those whose difference wasn't paid have nothing in the books. */
async function findPaidReplacements(admin: Context, { replacementOrders }: PaidOrder) {
  const paid = []
  for (const number of replacementOrders) {
    const { id } = await findOrder(admin, number)
    const payment = await findPaidPayment(admin.db, id)
    if (payment) paid.push({ id, intent: payment.intentId ?? '' })
  }
  return paid
}

async function expectAgreement(
  admin: Context,
  { pool }: Connection,
  { id, intent }: Pick<PaidOrder, 'id' | 'intent'>,
): Promise<void> {
  const order = await findOrder(admin, id)
  const { rows: provider } = await pool.query<{ returned: number }>(
    `select (select coalesce(sum(amount), 0) from sandbox.refunds where intent_id = $1 and status <> 'failed')::int
       + (select coalesce(sum(amount), 0) from sandbox.disputes where intent_id = $1 and status = 'lost')::int as returned`,
    [intent],
  )
  const { items, shipping } = await findRefundedParts(admin.db, id, ['done'])
  const { rows: lines } = await pool.query<{ account: string; amount: number; base: number }>(
    `select l.account, sum(l.amount)::int as amount, sum(l.base_amount)::int as base
     from accounting a join accounting_lines l on l.entry_id = a.id where a.order_id = $1 group by 1`,
    [id],
  )
  const balanceOf = (account: string) => {
    const { amount = 0, base = 0 } = lines.find((line) => line.account === account) ?? {}
    return { amount, base }
  }
  const refunded = items + shipping
  const { rows: movements } = await pool.query<{ isRefund: boolean; amount: number; base: number }>(
    `select m.refund_id is not null as "isRefund", sum(m.change)::int as amount, sum(m.base_change)::int as base
     from gift_card_movements m
     left join refunds r on r.id = m.refund_id where coalesce(m.order_id, r.order_id) = $1 group by 1`,
    [id],
  )
  const toGiftCards = movements.find(({ isRefund }) => isRefund) ?? { amount: 0 }
  const giftCardBase = movements.reduce((sum, { base }) => sum + base, 0)
  const toCard = refunded - toGiftCards.amount
  const { rows: base } = await pool.query(
    `select coalesce(sum(base_amount), 0)::int as amount from refunds where order_id = $1 and state = 'done'`,
    [id],
  )
  const tax = taxOn(order, { items, shipping })
  expect({
    order: order.refunded,
    provider: (provider[0]?.returned ?? 0) + toGiftCards.amount,
    giftCards: balanceOf('gift_cards'),
    paymentStatus: order.paymentStatus,
    clearing: balanceOf('card_clearing'),
    tax: balanceOf('tax_payable'),
    base: base[0].amount,
  }).toEqual({
    order: refunded,
    provider: refunded,
    giftCards: { amount: order.giftCardAmount - toGiftCards.amount, base: 0 - giftCardBase },
    paymentStatus: refunded === order.total ? 'refunded' : 'paid',
    clearing: {
      amount: order.total - order.giftCardAmount - toCard,
      base: toBaseAmount(order.total - order.giftCardAmount, order.rate) - toBaseAmount(toCard, order.rate),
    },
    tax: {
      amount: tax - order.tax,
      base: toBaseAmount(tax, order.rate) - toBaseAmount(order.tax, order.rate),
    },
    base: toBaseAmount(refunded, order.rate),
  })
}
