import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '#db/sql.ts'
import { findSession } from '#sandbox/checkout-sessions.ts'
import { setFaults } from '#sandbox/faults.ts'
import { payWithChosenCard, savedCardOptions } from '#sandbox/saved-cards.ts'
import { asCustomer, runJobs } from '#test/accounts.ts'
import { startSandboxPayments } from '#test/payments/sandbox-payments.ts'
import { test as base, expect } from '#test/shared-store.ts'
import type { Context, SignedInActor } from '../../context.ts'
import { type PaymentProvider, ProviderNotFound, ProviderRejection, UncertainOutcome } from '../payment.ts'
import { createSessionForBuyer, findCustomerId } from './payment-customer.server.ts'
import { isExpired, methodTitle } from './saved-method.ts'
import { deletePaymentCustomer, listSavedMethods, removeSavedMethod } from './saved-methods.server.ts'

type Buyer = Context & { payments: PaymentProvider; actor: SignedInActor }

/** With Stripe’s SDK and the sandbox, over HTTP. */
const test = base
  .extend('payments', async ({ connection }, { onCleanup }) => {
    const { payments, close } = await startSandboxPayments(connection)
    onCleanup(close)
    if (!payments) throw new Error('The sandbox has no provider')
    return payments
  })
  .extend('grace', async ({ ctx, payments }): Promise<Buyer> => asCustomer({ ...ctx, payments }))
  .extend('linus', async ({ ctx, payments }): Promise<Buyer> => asCustomer({ ...ctx, payments }))

/** Longer than the store waits. */
const HANGING_MS = 5500

let paymentCount = 0

function openSession(ctx: Buyer) {
  const paymentId = `pay_${++paymentCount}-${process.pid}`
  const params = {
    ...{ paymentId, orderId: 'ord_1', number: '1001', email: ctx.actor.email, currency: 'usd' as const },
    ...{
      total: 4800,
      lines: [{ name: 'Balm', amount: 4800, quantity: 1 }],
      isExpress: false,
      isCapturedLater: false,
      hasForm: true,
      statementSuffix: '',
    },
    ...{ expiresAt: new Date(Date.now() + 31 * 60_000), methods: ['card'] as const },
    ...{ successUrl: 'http://localhost/success', cancelUrl: 'http://localhost/checkout' },
  }
  const deadline = new Date(Date.now() + 8000)
  const options = { key: paymentId, deadline, savesMethods: true }
  return createSessionForBuyer(ctx, ctx.payments, { userId: ctx.actor.id }, params, options)
}

/** Pays with the test card, and saves it. */
async function saveCard(ctx: Buyer, pool: Parameters<typeof findSession>[0], number = '4242424242424242') {
  const { id } = await openSession(ctx)
  const session = await findSession(pool, id)
  if (!session) throw new Error('The session was not found')
  const choice = { number, saved: '', expiry: '05 / 31', save: true }
  expect(await payWithChosenCard(pool, session, choice, true)).toBe('paid')
}

test('a card that was saved while paying is listed, offered again, and removed', async ({
  grace,
  connection: { pool },
}) => {
  expect(await listSavedMethods(grace)).toEqual([])
  await saveCard(grace, pool)
  await saveCard(grace, pool, '4000002500003155')
  const methods = await listSavedMethods(grace)
  expect(methods).toEqual([
    {
      ...{ id: expect.stringMatching(/^pm_/), type: 'card', name: 'Visa', last4: '3155', wallet: null },
      expires: { month: 5, year: 2031 },
    },
    expect.objectContaining({ last4: '4242' }),
  ])
  const [, { id } = { id: '' }] = methods
  const session = await findSession(pool, (await openSession(grace)).id)
  if (!session) throw new Error('The session was not found')
  expect(await savedCardOptions(pool, session)).toContainEqual({
    id,
    label: 'Visa •••• 4242, expires 05/2031',
  })
  const again = { number: '', saved: id, expiry: '', save: false }
  expect(await payWithChosenCard(pool, session, again)).toBe('paid')
  // Two clicks remove it once, at the same time or not.
  await Promise.all([removeSavedMethod(grace, id), removeSavedMethod(grace, id)])
  await removeSavedMethod(grace, id)
  expect(await listSavedMethods(grace)).toMatchObject([{ last4: '3155' }])
})

test('a card is saved only if the shopper ticked the box', async ({ grace, connection: { pool } }) => {
  const session = await findSession(pool, (await openSession(grace)).id)
  if (!session) throw new Error('The session was not found')
  const choice = { number: '4242424242424242', saved: '', expiry: '', save: false }
  expect(await payWithChosenCard(pool, session, choice)).toBe('paid')
  expect(await listSavedMethods(grace)).toEqual([])
})

test('the methods of another customer can’t be used or removed', async ({
  grace,
  linus,
  connection: { pool },
}) => {
  await saveCard(grace, pool)
  const [{ id } = { id: '' }] = await listSavedMethods(grace)
  for (const methodId of [id, 'pm_unknown', '..', '../customers', ''])
    await expect(removeSavedMethod(linus, methodId)).rejects.toMatchObject({ code: 'not_found' })
  await saveCard(linus, pool)
  for (const methodId of [id, 'pm_unknown', '..', '../customers', ''])
    await expect(removeSavedMethod(linus, methodId)).rejects.toMatchObject({ code: 'not_found' })
  const session = await findSession(pool, (await openSession(linus)).id)
  if (!session) throw new Error('The session was not found')
  const stolen = { number: '', saved: id, expiry: '', save: false }
  expect(await payWithChosenCard(pool, session, stolen)).toBe('unknown card')
  expect(await listSavedMethods(grace)).toMatchObject([{ id }])
  await expect(listSavedMethods({ ...grace, actor: { kind: 'guest' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('requests at the same time, and a repeated one after a failure, make one customer', async ({
  grace,
  connection: { pool },
}) => {
  const account = { accountId: grace.actor.id, email: grace.actor.email }
  const key = `customer:${grace.actor.id}`
  await setFaults(pool, { failAfterCommit: 1 })
  await grace.payments.createCustomer(account, key).catch((error) => {
    expect(error).toBeInstanceOf(UncertainOutcome)
  })
  await setFaults(pool, {})
  await Promise.all([openSession(grace), openSession(grace)]).catch(() => {})
  const { rows } = await pool.query(`select id from sandbox.customers where metadata ->> 'account_id' = $1`, [
    grace.actor.id,
  ])
  expect(rows.length).toBe(1)
})

test('a customer that was deleted in the dashboard is replaced, and nothing is listed until then', async ({
  grace,
  connection: { pool },
}) => {
  await saveCard(grace, pool)
  const deleted = (await findCustomerId(grace.db, grace.actor.id)) ?? ''
  await grace.payments.deleteCustomer(deleted)
  // Again, as a job may.
  await grace.payments.deleteCustomer(deleted)
  expect(await listSavedMethods(grace)).toEqual([])
  await expect(grace.payments.listSavedMethods(deleted)).rejects.toBeInstanceOf(ProviderNotFound)
  const known = { ...grace, actor: { ...grace.actor, paymentCustomerId: deleted } }
  const session = await openSession(known)
  const replacement = await findCustomerId(grace.db, grace.actor.id)
  expect(replacement).not.toBe(deleted)
  expect(session.customerId).toBe(replacement)
  expect(await grace.payments.findSession(session.id)).toMatchObject({ customerId: replacement })
})

test('if the provider hangs or fails, the list and a removal refuse within seconds', async ({
  grace,
  connection: { pool },
}) => {
  await saveCard(grace, pool)
  const [{ id } = { id: '' }] = await listSavedMethods(grace)
  await setFaults(pool, { slow: HANGING_MS })
  const startedAt = Date.now()
  const results = await Promise.allSettled([listSavedMethods(grace), removeSavedMethod(grace, id)])
  expect(Date.now() - startedAt).toBeLessThan(HANGING_MS)
  // The requests end before the database does.
  await sleep(HANGING_MS - 4000)
  await setFaults(pool, {})
  for (const result of results) expect(result).toMatchObject({ reason: { code: 'unavailable' } })
  const down = { ...grace, payments: { ...grace.payments, findMethodOwner: rejectRequest } }
  await expect(removeSavedMethod(down, id)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(listSavedMethods({ ...grace, payments: null })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await listSavedMethods(grace)).toMatchObject([{ id }])
})

const rejectRequest = () => Promise.reject(new ProviderRejection('The key has no such permission'))

test('however an account is deleted, a job deletes its customer at the provider, and retries', async ({
  grace,
  connection,
}) => {
  const { pool } = connection
  await saveCard(grace, pool)
  const customerId = (await findCustomerId(grace.db, grace.actor.id)) ?? ''
  await execute(grace.db)`delete from auth_users where id = ${grace.actor.id}`
  const failing = { ...grace, payments: { ...grace.payments, deleteCustomer: rejectRequest } }
  await runJobs(connection, failing)
  const readCustomer = async () =>
    (await pool.query('select email, metadata, deleted from sandbox.customers where id = $1', [customerId]))
      .rows
  expect(await readCustomer()).toMatchObject([{ deleted: false }])
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where key like 'delete-payment%'`)
  await runJobs(connection, grace)
  expect(await readCustomer()).toEqual([{ email: '', metadata: {}, deleted: true }])
  const { rows } = await pool.query('select from sandbox.payment_methods where customer_id = $1', [
    customerId,
  ])
  expect(rows).toEqual([])
  await deletePaymentCustomer(grace, customerId)
  await expect(deletePaymentCustomer({ payments: null }, customerId)).rejects.toThrow('no card provider')
})

test('an account that is deleted while its customer is created leaves none', async ({
  grace,
  connection,
}) => {
  const createCustomer: PaymentProvider['createCustomer'] = async (...args) => {
    const id = await grace.payments.createCustomer(...args)
    await execute(grace.db)`delete from auth_users where id = ${grace.actor.id}`
    return id
  }
  const session = await openSession({ ...grace, payments: { ...grace.payments, createCustomer } })
  expect(session).not.toHaveProperty('customerId', expect.any(String))
  await runJobs(connection, grace)
  const { rows } = await connection.pool.query(
    `select from sandbox.customers where email = $1 and not deleted`,
    [grace.actor.email],
  )
  expect(rows).toEqual([])
})

test('methods have the names that shoppers know, and cards expire with their month', () => {
  const visa = { name: 'Visa', last4: '4242', wallet: null, expires: { month: 5, year: 2031 } }
  expect(methodTitle(visa)).toBe('Visa ending in 4242')
  expect(methodTitle({ ...visa, wallet: 'Apple Pay' })).toBe('Visa ending in 4242, from Apple Pay')
  expect(methodTitle({ name: 'Link', last4: null, wallet: null })).toBe('Link')
  expect(isExpired(visa, new Date('2031-05-31T23:59:59Z'))).toBe(false)
  expect(isExpired(visa, new Date('2031-06-01T00:00:00Z'))).toBe(true)
  expect(isExpired({ expires: null }, new Date())).toBe(false)
})
