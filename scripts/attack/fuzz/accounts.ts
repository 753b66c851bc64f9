import { z } from 'zod'
import { placeTestOrder } from '#core/checkout/test-order.server.ts'
import type { Context, SignedInActor } from '#core/context.ts'
import { addAddress } from '#core/customers/addresses.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import type { Permission } from '#core/permissions/permissions.ts'
import { queryColumn } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { type VisibleName, visibleTo } from '#test/visible/seed-values.ts'
import type { KnownValues } from './schema-values.ts'

const NAME = { firstName: 'Margot', lastName: 'Quillfeather' }
const STREET = { address: '44 Canary Wharf', city: 'Portland', state: 'OR', zipCode: '97201' }
const PHONE = '+1 503 555 0191'
const SAVED_STREET = '45 Canary Wharf'
const SAVED_PHONE = '+1 503 555 0192'
const EMAIL = 'margot@orchard.example'
const ORDER_EMAIL = 'margot.at.home@orchard.example'

const SECRETS: { name: VisibleName; text: string }[] = [
  { name: 'order: name', text: NAME.lastName },
  { name: 'order: street', text: STREET.address },
  { name: 'order: phone', text: PHONE },
  { name: 'order: email', text: ORDER_EMAIL },
  { name: 'customer: phone and saved address', text: SAVED_STREET },
  { name: 'customer: phone and saved address', text: SAVED_PHONE },
]

/** What someone with these permissions may not see of the victim, as docs/visible-data.md says. */
export function secretsFrom(permissions: readonly Permission[]): string[] {
  // A customer's name is visible where the saved address is.
  const isVisible = ({ name, text }: (typeof SECRETS)[number]) =>
    visibleTo(permissions, name) ||
    (text === NAME.lastName && visibleTo(permissions, 'customer: phone and saved address'))
  return SECRETS.filter((secret) => !isVisible(secret)).map(({ text }) => text)
}

/** A customer and an administrator who attack, and a customer whose data nobody else may see. */
export async function buildAccounts(ctx: Context) {
  const products = await Promise.all([1, 2, 3].map(() => buildProduct(ctx, { stock: 1000 })))
  const productIds = products.map(({ id }) => id)
  const victim = await buildActor(ctx.db, { email: EMAIL, password: 'a secret of the victim' })
  const customer = await buildActor(ctx.db)
  const admin = await buildActor(ctx.db, { role: 'admin' })
  const draft = {
    label: 'Home',
    country: 'US',
    phone: SAVED_PHONE,
    ...NAME,
    ...STREET,
    address: SAVED_STREET,
  } as const
  const address = await addAddress({ ...ctx, actor: victim }, draft)
  const orders = [
    await placeOrder(ctx, victim, productIds),
    await placeOrder(ctx, customer, productIds),
    await placeOrder(ctx, customer, productIds),
  ]
  for (const to of ['processing', 'shipped', 'delivered'] as const)
    await updateOrderStatus({ ...ctx, actor: admin }, orders[2]?.id ?? '', { to, note: null })
  // A demo has paid orders too.
  const orderIds = await queryColumn(
    ctx.db,
    z.string(),
  )`select id from orders order by created_at desc limit 20`
  const ids = [...productIds, ...orderIds, ...orders.map(({ number }) => number), address.id, victim.id]
  // Not the accounts’ own password: with it, the API deletes them.
  const known: KnownValues = {
    ...{ id: ids, product_id: productIds, productId: productIds, ids: [productIds.join(',')] },
    ...{ order_id: orderIds, quantity: [1, 2, 100], region: ['US', 'GB'], country: ['US'], state: ['OR'] },
    ...{ email: [EMAIL, customer.email, 'new@orchard.example'], customer_email: ['guest@orchard.example'] },
    ...{ zipCode: ['97201', 'SW1A 1AA'], mobileNumber: ['+1 503 555 0144'], category: ['Skincare'] },
    ...{ password: ['quiet orchards at dawn'], reason: ['It arrived broken.'] },
  }
  const records = [orders[0]?.id, orders[0]?.number, address.id, victim.id].filter((id) => id !== undefined)
  return { customer, admin, known, records }
}

function placeOrder(ctx: Context, actor: SignedInActor, productIds: string[]) {
  const address =
    actor.email === EMAIL
      ? { email: ORDER_EMAIL, mobileNumber: PHONE, ...NAME, ...STREET }
      : { ...ADDRESS, email: actor.email }
  const lines = productIds.map((productId) => ({ productId, quantity: 2 }))
  const purchase = { lines, address, region: 'US', code: '' } as const
  return placeTestOrder({ ...ctx, actor }, purchase, newIdempotencyKey())
}
