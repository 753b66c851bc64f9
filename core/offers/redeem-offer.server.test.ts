import fc from 'fast-check'
import { execute } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { HOUR_MS } from '../time-units.ts'
import { normalizeCode } from './offer.ts'
import { claimOffers, findOffers, type OfferCustomer, reclaimOffer } from './redeem-offer.server.ts'

const NOBODY: OfferCustomer = { userId: null, email: null }
let codeCount = 0

type OfferDraft = {
  minimum?: number
  active?: boolean
  startsAt?: Date
  endsAt?: Date | null
  totalLimit?: number | null
  customerLimit?: number | null
}

async function buildOffer({ db, now }: Context, draft: OfferDraft = {}) {
  const {
    minimum = 0,
    active = true,
    startsAt = now,
    endsAt = null,
    totalLimit = null,
    customerLimit = null,
  } = draft
  const [id, code] = [newId('offer'), `CODE-${++codeCount}`]
  await execute(db)`
    insert into offers (id, code, title, kind, value, minimum, active, starts_at, ends_at, total_limit, customer_limit)
    values (${id}, ${code}, 'Ten percent', 'percentage', 1000, ${minimum}, ${active}, ${startsAt}, ${endsAt},
      ${totalLimit}, ${customerLimit})`
  return { id, code }
}

async function recordUse(
  ctx: Context,
  { id }: { id: string },
  { userId, email }: OfferCustomer,
  paymentStatus: 'paid' | 'pending' = 'paid',
): Promise<string> {
  const orderEmail = email?.trim().toLowerCase() ?? undefined
  const { id: orderId } = await buildOrder(ctx, { email: orderEmail, paymentStatus })
  await execute(ctx.db)`
    insert into offer_uses (order_id, offer_id, user_id) values (${orderId}, ${id}, ${userId})`
  return orderId
}

const request = { productIds: [], baseSubtotal: 5000, customer: NOBODY }
const find = async ({ db, now }: Context, { code }: { code: string }, overrides: object = {}) =>
  (await findOffers(db, { ...request, code, now, ...overrides })).coded

const refuses = (attempt: Promise<unknown>, message: string) =>
  expect(attempt).rejects.toMatchObject({ code: 'invalid_input', message, fields: { code: message } })

test('orders with an unlimited code don’t wait for each other, and those with a limited one do', async ({
  ctx,
}) => {
  for (const { totalLimit, outcome } of [
    { totalLimit: null, outcome: 'claimed' },
    { totalLimit: 5, outcome: 'waiting' },
  ]) {
    const offer = await buildOffer(ctx, { totalLimit })
    const claim = (tx: Context['db']) => claimOffers(tx, { ...request, code: offer.code, now: ctx.now })
    await ctx.db.transaction(async (first) => {
      await claim(first)
      const second = ctx.db.transaction(async (tx) => {
        await execute(tx)`set local lock_timeout = '200ms'`
        await claim(tx)
      })
      const result = await second.then(
        () => 'claimed',
        (error) => (error.code === '55P03' ? 'waiting' : error),
      )
      expect(result).toBe(outcome)
    })
  }
})

const INVALID = 'This code isn’t valid or has expired.'
const USED_UP = 'This code has reached its usage limit.'
const USED_BY_YOU = 'You’ve already used this code.'

test('a code works from its start until just before its end', async ({ ctx }) => {
  const endsAt = new Date(ctx.now.getTime() + HOUR_MS)
  const offer = await buildOffer(ctx, { endsAt })
  expect(await find(ctx, offer)).toEqual({
    ...{ ...offer, title: 'Ten percent', kind: 'percentage', value: 1000, minimum: 0 },
    ...{ firstOrderOnly: false, scope: 'everything', productIds: null, scopeNames: [] },
  })
  expect(await find(ctx, offer, { now: new Date(endsAt.getTime() - 1) })).toMatchObject(offer)
  await refuses(find(ctx, offer, { now: endsAt }), INVALID)
  await refuses(find(ctx, offer, { now: new Date(ctx.now.getTime() - 1) }), INVALID)
})

test('a stopped code and an unknown code get the same refusal', async ({ ctx }) => {
  await refuses(find(ctx, await buildOffer(ctx, { active: false })), INVALID)
  await refuses(find(ctx, { code: 'NEVER' }), INVALID)
})

test('the minimum is included', async ({ ctx }) => {
  const offer = await buildOffer(ctx, { minimum: 5000 })
  expect(await find(ctx, offer)).toMatchObject(offer)
  await refuses(find(ctx, offer, { baseSubtotal: 4999 }), 'This code applies to orders of $50.00 or more.')
})

test('a customer’s uses count by account and by email address, in any spelling', async ({ ctx }) => {
  const { actor } = await asCustomer(ctx)
  const offer = await buildOffer(ctx, { customerLimit: 1 })
  await recordUse(ctx, offer, { userId: actor.id, email: 'Grace@Orchard.example' })
  for (const customer of [
    { userId: actor.id, email: 'other@orchard.example' },
    { userId: null, email: ' grace@orchard.example ' },
  ])
    await refuses(find(ctx, offer, { customer }), USED_BY_YOU)
  expect(await find(ctx, offer, { customer: { userId: null, email: 'eve@orchard.example' } })).toMatchObject(
    offer,
  )
  expect(await find(ctx, offer), 'before checkout, a guest is nobody yet').toMatchObject(offer)
})

test('a stranger’s unpaid order with a customer’s email address doesn’t use up their code', async ({
  ctx,
}) => {
  const { actor } = await asCustomer(ctx)
  const offer = await buildOffer(ctx, { customerLimit: 1 })
  const email = 'ada@orchard.example'
  const customer = { userId: actor.id, email }
  await recordUse(ctx, offer, { userId: null, email }, 'pending')
  expect(await find(ctx, offer, { customer })).toMatchObject(offer)
  await recordUse(ctx, offer, { userId: null, email }, 'paid')
  await refuses(find(ctx, offer, { customer }), USED_BY_YOU)
})

test('the total limit counts every customer, and each offer only its own uses', async ({ ctx }) => {
  const offer = await buildOffer(ctx, { totalLimit: 2 })
  await recordUse(ctx, await buildOffer(ctx), { userId: null, email: 'a@orchard.example' })
  for (const email of ['a@orchard.example', 'b@orchard.example']) {
    expect(await find(ctx, offer)).toMatchObject(offer)
    await recordUse(ctx, offer, { userId: null, email })
  }
  await refuses(find(ctx, offer), USED_UP)
})

test('a released use no longer counts, and a limit set later counts earlier uses', async ({ ctx }) => {
  const offer = await buildOffer(ctx)
  const customer = { userId: null, email: 'a@orchard.example' }
  const orderId = await recordUse(ctx, offer, customer)
  await execute(ctx.db)`update offers set total_limit = 1 where id = ${offer.id}`
  await refuses(find(ctx, offer), USED_UP)
  await execute(ctx.db)`delete from offer_uses where order_id = ${orderId}`
  expect(await find(ctx, offer)).toMatchObject(offer)
  await execute(ctx.db)`update offers set total_limit = null where id = ${offer.id}`
  await recordUse(ctx, offer, customer)
  expect(await find(ctx, offer)).toMatchObject(offer)
})

test('orders that claim an offer at once never exceed its limit', async ({ ctx }) => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 8 }),
    async (limit, buyers) => {
      const offer = await buildOffer(ctx, { totalLimit: limit })
      const orders = await Promise.all(Array.from({ length: buyers }, () => buildOrder(ctx)))
      const folds = orders.map(() => execute(ctx.db)`select tallies_fold()`)
      const claims = await Promise.allSettled(
        orders.map(({ id: orderId }) =>
          ctx.db.transaction(async (tx) => {
            await claimOffers(tx, { ...request, code: offer.code, now: ctx.now })
            await execute(tx)`
              insert into offer_uses (order_id, offer_id) values (${orderId}, ${offer.id})`
          }),
        ),
      )
      await Promise.all(folds)
      expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(Math.min(limit, buyers))
    },
  )
  await fc.assert(property, { numRuns: 12 })
})

test('an order that is paid late gets its offer back after the offer ended, but not beyond its limits', async ({
  ctx,
}) => {
  const startsAt = new Date(ctx.now.getTime() - 2 * HOUR_MS)
  const endsAt = new Date(ctx.now.getTime() - HOUR_MS)
  const customer = { userId: null, email: 'late@orchard.example' }
  const reclaim = async ({ code }: { code: string }) => {
    const { id: orderId } = await buildOrder(ctx, { email: customer.email })
    return ctx.db.transaction((tx) => reclaimOffer(tx, { orderId, offerId: null, code, customer }))
  }
  const ended = await buildOffer(ctx, { startsAt, endsAt, totalLimit: 2, customerLimit: 1 })
  expect(await reclaim(ended)).toBe(true)
  expect(await reclaim(ended), 'the same customer again').toBe(false)
  const usedUp = await buildOffer(ctx, { totalLimit: 1 })
  await recordUse(ctx, usedUp, { userId: null, email: 'eve@orchard.example' })
  expect(await reclaim(usedUp)).toBe(false)
  expect(await reclaim({ code: 'NEVER' })).toBe(false)
})

test('a code is compared without spaces around it and in upper case', () => {
  expect(['spring-10', ' Spring-10 ', 'SPRING-10'].map(normalizeCode)).toEqual(Array(3).fill('SPRING-10'))
  expect([normalizeCode(null), normalizeCode(undefined), normalizeCode('  ')]).toEqual(['', '', ''])
})
