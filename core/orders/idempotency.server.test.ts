import { execute, sql } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import {
  claimIdempotencyKey,
  createIdempotencyKey,
  type IdempotencyKey,
  isKnownKey,
  pruneIdempotencyKeys,
  releaseIdempotencyKey,
} from './idempotency.server.ts'

const newKey = (ctx: Context, request: unknown = { quantity: 1 }, key = newIdempotencyKey()) =>
  createIdempotencyKey(ctx, 'order', key, request)

/** Claims the key and stores a response under it, as placing an order does. */
async function claimAndRespond(db: Context['db'], key: IdempotencyKey, response: object, orderId = 'ord_x') {
  const stored = await claimIdempotencyKey(db, key)
  if (stored) return stored.response
  await execute(db)`
    update idempotency_keys set order_id = ${orderId}, response = ${sql.json(response)}
    where key_hash = ${key.keyHash}`
  return response
}

const age = ({ db }: Context, { keyHash }: IdempotencyKey, interval: string) =>
  execute(db)`
    update idempotency_keys set created_at = now() - ${interval}::interval where key_hash = ${keyHash}`

test('a request without a key is refused with the name of the header', ({ ctx }) => {
  for (const key of [undefined, ''])
    expect(() => createIdempotencyKey(ctx, 'order', key, {})).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        fields: { 'idempotency-key': expect.stringContaining('Send the same key each time you retry') },
      }),
    )
})

test('a key belongs to its account, its browser, and its operation', async ({ ctx }) => {
  const [grace, eve] = [await asCustomer(ctx), await asCustomer(ctx)]
  const inBrowser = (device: string) => ({ ...ctx, visitor: { ...ctx.visitor, device } })
  const keys = [grace, eve, inBrowser('a'), inBrowser('b'), ctx].map((owner) => newKey(owner, {}, 'same'))
  keys.push(createIdempotencyKey(grace, 'card', 'same', {}))
  expect(new Set(keys.map(({ keyHash }) => keyHash)).size).toBe(6)
  expect(new Set(keys.map(({ requestHash }) => requestHash)).size).toBe(1)
  const elsewhere = { ...grace, visitor: { ...grace.visitor, device: 'phone' } }
  expect(newKey(elsewhere, {}, 'same'), 'an account on another device').toEqual(keys[0])
})

test('of requests with one key at the same time, one is handled, and the others get its response', async ({
  ctx,
}) => {
  const key = newKey(ctx)
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => ctx.db.transaction((tx) => claimAndRespond(tx, key, { nth }))),
  )
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(await isKnownKey(ctx.db, key)).toBe(true)
})

test('a key whose request failed is free for the request that waited for it', async ({ ctx }) => {
  const key = newKey(ctx)
  const claimed = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const failing = ctx.db.transaction(async (tx) => {
    await claimIdempotencyKey(tx, key)
    claimed.resolve()
    await finish.promise
    throw new Error('out of stock')
  })
  await claimed.promise
  const waiting = ctx.db.transaction((tx) => claimAndRespond(tx, key, { placed: true }))
  finish.resolve()
  await expect(failing).rejects.toThrow('out of stock')
  expect(await waiting).toEqual({ placed: true })
})

test('a key can’t be used for another request', async ({ ctx }) => {
  const key = newIdempotencyKey()
  await claimAndRespond(ctx.db, newKey(ctx, { quantity: 1 }, key), {})
  await expect(claimIdempotencyKey(ctx.db, newKey(ctx, { quantity: 2 }, key))).rejects.toMatchObject({
    code: 'idempotency_mismatch',
    message: 'This Idempotency-Key was already used for a different order. Use a new key.',
  })
})

test('after 24 hours, a key can be used again, also for another request', async ({ ctx }) => {
  const key = newKey(ctx, { quantity: 1 })
  await claimAndRespond(ctx.db, key, { first: true })
  await age(ctx, key, '23 hours 59 minutes')
  expect(await claimIdempotencyKey(ctx.db, key)).toEqual({ orderId: 'ord_x', response: { first: true } })
  await age(ctx, key, '24 hours 1 minute')
  const next = { ...key, requestHash: newKey(ctx, { quantity: 2 }).requestHash }
  expect(await claimIdempotencyKey(ctx.db, next)).toBeUndefined()
  expect(await claimIdempotencyKey(ctx.db, next), 'without the old response').toEqual({
    orderId: null,
    response: null,
  })
})

test('stored responses are deleted after 24 hours', async ({ ctx }) => {
  const [old, young] = [newKey(ctx), newKey(ctx)]
  for (const key of [old, young]) await claimAndRespond(ctx.db, key, {})
  await age(ctx, old, '24 hours 1 minute')
  await pruneIdempotencyKeys(ctx.db)
  expect([await isKnownKey(ctx.db, old), await isKnownKey(ctx.db, young)]).toEqual([false, true])
})

test('the key of an order that can’t be paid is free again', async ({ ctx }) => {
  const [abandoned, other] = [newKey(ctx), newKey(ctx)]
  const { id } = await buildOrder(ctx)
  await claimAndRespond(ctx.db, abandoned, {}, id)
  await claimAndRespond(ctx.db, other, {})
  await releaseIdempotencyKey(ctx.db, id)
  expect([await isKnownKey(ctx.db, abandoned), await isKnownKey(ctx.db, other)]).toEqual([false, true])
})
