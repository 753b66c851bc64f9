import { z } from 'zod'
import type { Context, SignedInActor } from '#core/context.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import {
  type CheckoutSession,
  type NewCheckoutSession,
  type PaymentProvider,
  ProviderNotFound,
  ProviderRejection,
  UncertainOutcome,
} from '../payment.ts'

/** Saved methods are an extra: their customer gets a part of the shopper’s time, so that the payment has the rest. */
const CUSTOMER_WAIT_MS = 3000

export type BuyerContext = Pick<Context, 'db' | 'log'> & { actor?: Context['actor'] }
type SessionOptions = { key: string; deadline: Date; savesMethods: boolean }

/** Whether the account that is signed in placed the order. Only then are its saved methods shown. */
export function isOwnOrder({ actor }: BuyerContext, order: { userId: string | null }): boolean {
  return actor?.kind === 'user' && actor.id === order.userId
}

/**
 * Creates the session with the buyer’s customer, whose saved methods it shows. If that was deleted in the provider’s
 * dashboard, a new one takes its place. If the provider makes none, the session is as a guest’s.
 */
export async function createSessionForBuyer(
  ctx: BuyerContext,
  provider: PaymentProvider,
  order: { userId: string | null },
  params: NewCheckoutSession,
  { key, deadline, savesMethods }: SessionOptions,
): Promise<CheckoutSession> {
  const { actor } = ctx
  if (!savesMethods || actor?.kind !== 'user' || !isOwnOrder(ctx, order))
    return provider.createSession(params, key, deadline)
  const customerId = actor.paymentCustomerId ?? (await createCustomer(ctx, provider, actor, null, deadline))
  try {
    return await provider.createSession({ ...params, customerId }, key, deadline)
  } catch (error) {
    if (!customerId || !(error instanceof ProviderNotFound)) throw error
    const nextId = await createCustomer(ctx, provider, actor, customerId, deadline)
    // The provider may repeat the failure under the former key.
    return provider.createSession({ ...params, customerId: nextId }, `${key}:${nextId ?? 'guest'}`, deadline)
  }
}

/** Requests at the same time have the same key, so the provider makes one customer. Null if it doesn’t answer. */
async function createCustomer(
  ctx: BuyerContext,
  provider: PaymentProvider,
  { id: accountId, email }: SignedInActor,
  missingId: string | null,
  deadline: Date,
): Promise<string | null> {
  const key = missingId ? `customer:${accountId}:after:${missingId}` : `customer:${accountId}`
  const latest = new Date(Math.min(deadline.getTime(), Date.now() + CUSTOMER_WAIT_MS))
  try {
    const created = await provider.createCustomer({ accountId, email }, key, latest)
    return await storeCustomer(ctx.db, accountId, created, missingId)
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('no customer at the card provider, so nothing can be saved', { error })
    return null
  }
}

/** The first to be stored counts. Another one, which no session has yet, is deleted again. */
async function storeCustomer(
  db: Db,
  accountId: string,
  customerId: string,
  missingId: string | null,
): Promise<string | null> {
  const stored = await execute(db)`
    update profiles set payment_customer_id = ${customerId}
    where id = ${accountId} and payment_customer_id is not distinct from ${missingId}`
  if (stored) return customerId
  // Null if the account has been deleted.
  const current = await findCustomerId(db, accountId)
  if (current !== customerId) {
    const key = `delete-payment-customer:${customerId}`
    await enqueueJob(db, 'delete-payment-customer', { customerId }, { key })
  }
  return current
}

export async function findCustomerId(db: Db, accountId: string): Promise<string | null> {
  const [customerId = null] = await queryColumn(db, z.string().nullable())`
    select payment_customer_id from profiles where id = ${accountId}`
  return customerId
}
