import fc from 'fast-check'
import { buyGiftCard } from '#core/checkout/buy-gift-card.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { adjustGiftCard } from '#core/gift-cards/manage-gift-cards.server.ts'
import { findSoldGiftCard } from '#core/gift-cards/sell-gift-card.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import type { Connection } from '#db/connection.ts'
import { closeDispute, failRefund, openDispute } from '#sandbox/bank-events.fixture.ts'
import { BadRequest } from '#sandbox/checkout-sessions.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { buildActor } from '#test/accounts.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { giftCardInput, sellGiftCards } from '#test/gift-card-orders.ts'
import { findOrder } from '../find-order.server.ts'
import { findFailedRefunds, retryRefund } from './failed-refunds.server.ts'
import { refundOrder } from './refund-order.server.ts'
import { SHOP_STEP_NAMES, SHOP_STEPS } from './shop-steps.fixture.ts'

const share = fc.double({ min: 0.01, max: 1, noNaN: true })
const step = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), share }),
  fc.record({ do: fc.constant('spend' as const), share }),
  fc.record({ do: fc.constant('refund in dashboard' as const), share }),
  fc.record({ do: fc.constant('bank rejects a refund' as const), which: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom(...([...SHOP_STEP_NAMES, 'retry failed refunds', 'dispute is lost'] as const)),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test('after any sequence of refunds, purchases, failures, and disputes, a sold gift card, its order, and the ledger agree', async ({
  paymentContext,
  shop,
  connection,
}) => {
  await sellGiftCards(paymentContext)
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...REGION_CODES),
      fc.array(step, { minLength: 2, maxLength: 9 }),
      async (region, steps) => {
        const order = await buildSoldCard(paymentContext, shop, region)
        for (const next of steps)
          await runStep({ admin, shop, connection, order }, next).catch((error) => {
            if (!(error instanceof Refusal || error instanceof BadRequest)) throw error
          })
        await shop.setFaults({})
        for (let round = 0; round < 3; round++) {
          await shop.deliverWebhooks()
          await shop.sendDelayedRefunds()
        }
        await expectAgreement(connection, order)
        await shop.expectBalancedBooks()
      },
    ),
    { numRuns: 12, endOnFailure: true, includeErrorInReport: true },
  )
}, 240_000)

type SoldCard = { id: string; cardId: string; intent: string }

async function buildSoldCard(ctx: Context, shop: CardStore, region: string): Promise<SoldCard> {
  const amount = region === 'IN' ? 500_000 : 5000
  const { order, url, sessionId } = await buyGiftCard(
    ctx,
    giftCardInput({ region, amount }),
    newIdempotencyKey(),
  )
  const checkout = { url, session_id: sessionId, order_id: order.id }
  await shop.pay(checkout)
  await shop.settlePayments()
  const card = await findSoldGiftCard(ctx.db, order.id)
  return { id: order.id, cardId: card?.id ?? '', intent: await shop.findIntentId(checkout) }
}

type Sequence = { admin: Context; shop: CardStore; connection: Connection; order: SoldCard }

/** A step that isn't possible is refused, and changes nothing. */
async function runStep({ admin, shop, connection, order }: Sequence, next: Step): Promise<void> {
  const { id, cardId, intent } = order
  const { pool } = connection
  const partOf = (amount: number, part: number) => Math.max(1, Math.ceil(amount * part))
  const balance = async () => (await findSoldGiftCard(admin.db, id))?.balance ?? 0
  switch (next.do) {
    case 'refund': {
      const { total, refunded } = await findOrder(admin, id)
      return void (await refundOrder(admin, id, { amount: partOf(total - refunded, next.share) }))
    }
    case 'spend':
      return adjustGiftCard(admin, cardId, { change: -partOf(await balance(), next.share), note: 'Spent' })
    case 'refund in dashboard': {
      const { total, refunded } = await findOrder(admin, id)
      const amount = String(partOf(total - refunded, next.share))
      return void (await createRefund(pool, { payment_intent: intent, amount }))
    }
    case 'bank rejects a refund': {
      const { rows } = await pool.query(
        `select id from sandbox.refunds where intent_id = $1 and status <> 'failed' order by place`,
        [intent],
      )
      return rows.length ? void (await failRefund(pool, rows[next.which % rows.length].id)) : undefined
    }
    case 'retry failed refunds':
      for (const refund of await findFailedRefunds(admin, await findOrder(admin, id)))
        await retryRefund(admin, refund.id)
      return
    case 'dispute is lost':
      return closeDispute(pool, await openDispute(pool, intent), 'lost')
    default:
      return SHOP_STEPS[next.do](shop)
  }
}

/** A refund that staff made is taken off the card in full. The bank's takes what is left. */
async function expectAgreement({ pool }: Connection, { id, cardId }: SoldCard): Promise<void> {
  const { rows: refunds } = await pool.query(
    `select r.reason in ('elsewhere', 'disputed') as forced, r.state, r.amount::int,
       -coalesce((select sum(change) from gift_card_movements m where m.refund_id = r.id), 0)::int as taken
     from refunds r join payments p on p.id = r.payment_id where r.order_id = $1 and not p.surplus`,
    [id],
  )
  for (const { forced, state, amount, taken } of refunds) {
    if (state === 'failed') expect(taken).toBe(0)
    else if (forced) expect(taken).toBeLessThanOrEqual(amount)
    else expect(taken).toBe(amount)
  }
  const { rows: cards } = await pool.query(
    `select c.balance::int, (select count(*)::int from gift_card_movements m where m.gift_card_id = c.id and reason = 'sold') as sold
     from gift_cards c where id = $1`,
    [cardId],
  )
  expect(cards).toEqual([{ balance: expect.any(Number), sold: 1 }])
  expect(cards[0].balance).toBeGreaterThanOrEqual(0)
}
