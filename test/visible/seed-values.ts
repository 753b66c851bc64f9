import type { Pool } from 'pg'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Permission } from '#core/permissions/permissions.ts'
import { buildFullAccount, CANARY } from '#core/privacy/full-account.fixture.ts'
import { encryptedSecret } from '#core/webhooks/endpoint-secrets.server.ts'
import { WEBHOOK_EVENT_TYPES } from '#core/webhooks/webhook-events.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { buildOrder, buildProduct } from '../builders.ts'
import { SEARCHED } from './crawl.ts'

const ORDER_EMAIL = 'zqorder@visible.example'
const LAST_NAME = 'Zqlast'
const PHONE = '15550142777'
const STREET = '77 Zephyrquill Lane'
const SAVED_PHONE = '15550143888'
const SAVED_STREET = '88 Quillzephyr Road'
const SUBSCRIBER_EMAIL = 'zqnews@visible.example'
const INVITED_EMAIL = 'zqstaff@visible.example'
const AMOUNT = 73_311_957

export type VisibleName =
  | `order: ${'name' | 'street' | 'phone' | 'email' | 'amounts'}`
  | 'customer: email'
  | 'customer: phone and saved address'
  | 'subscriber: email'
  | 'invited person: email'

type VisibleValue = {
  name: VisibleName
  /** Each way in which it may be written. */
  texts: string[]
  /** One of them suffices. */
  seenWith: Permission[]
}

export const VISIBLE_VALUES: VisibleValue[] = [
  { name: 'order: name', texts: [LAST_NAME], seenWith: ['orders.view'] },
  { name: 'order: street', texts: [STREET], seenWith: ['orders.view'] },
  { name: 'order: phone', texts: [PHONE], seenWith: ['customers.view', 'orders.ship'] },
  { name: 'order: email', texts: [ORDER_EMAIL], seenWith: ['customers.view'] },
  {
    name: 'order: amounts',
    texts: [String(AMOUNT), '733119.57', '733,119.57'],
    seenWith: ['orders.prices', 'accounting.view', 'analytics.view'],
  },
  { name: 'customer: email', texts: [`${CANARY}@orchard.example`], seenWith: ['customers.view'] },
  {
    name: 'customer: phone and saved address',
    texts: [SAVED_PHONE, SAVED_STREET],
    seenWith: ['customers.view'],
  },
  { name: 'subscriber: email', texts: [SUBSCRIBER_EMAIL], seenWith: ['newsletter.view'] },
  { name: 'invited person: email', texts: [INVITED_EMAIL], seenWith: ['staff.edit'] },
]

export function visibleTo(permissions: readonly Permission[], name: VisibleName): boolean {
  const [value] = VISIBLE_VALUES.filter((candidate) => candidate.name === name)
  return value?.seenWith.some((permission) => permissions.includes(permission)) ?? false
}

/** Records with these values, as the newest of their lists. Returns what names them in URLs. */
export async function seedVisibleValues(ctx: Context, pool: Pool): Promise<string[]> {
  // Before there is a webhook: the newest deliveries are those of the orders.
  const sampleId = newId('product')
  await execute(ctx.db)`
    insert into products (id, slug, name, category, price, status) values (${sampleId}, 'a-sample', 'A sample', 'Skincare', 100, 'draft')`
  await execute(ctx.db)`
    insert into samples (product_id, full_size_id) select ${sampleId}, id from products where id <> ${sampleId} limit 1`
  await execute(ctx.db)`
    insert into webhook_endpoints (id, url, description, events, secret, state, pause_reason, created_by, created_at)
    values ('whe_visible', 'https://receiver.example', '', ${WEBHOOK_EVENT_TYPES}, ${encryptedSecret(ctx, 'whsec_x')},
      'paused', 'owner', 'usr_none', ${ctx.now})`
  const address = { firstName: SEARCHED, lastName: LAST_NAME, address: STREET, city: 'Portland', state: 'OR' }
  const order = {
    email: ORDER_EMAIL,
    shippingAddress: {
      ...address,
      ...{ zipCode: '97201', country: 'United States', email: ORDER_EMAIL, mobileNumber: `+${PHONE}` },
    },
  }
  const line = { productId: (await buildProduct(ctx)).id, quantity: 1, price: AMOUNT }
  const { actor, orderId } = await buildFullAccount(ctx, pool, { ...order, lines: [line] })
  const toPack = await buildOrder(ctx, { ...order, lines: [line] })
  await execute(ctx.db)`update profiles set phone = ${`+${SAVED_PHONE}`} where id = ${actor.id}`
  await execute(ctx.db)`
    update addresses set address = ${SAVED_STREET}, phone = ${`+${SAVED_PHONE}`} where profile_id = ${actor.id}`
  const { mobileNumber: phone, email } = order.shippingAddress
  const importedAddress = { name: `${SEARCHED} ${LAST_NAME}`, address1: STREET, phone }
  await execute(ctx.db)`
    update imported_orders set customer_name = ${importedAddress.name}, email = ${email}, total = ${AMOUNT},
      shipping_address = ${sql.json(importedAddress)}
    where id = 'imo'`
  await execute(ctx.db)`update newsletter_subscribers set email = ${SUBSCRIBER_EMAIL} where id = 'sub'`
  await execute(ctx.db)`update staff_invitations set email = ${INVITED_EMAIL} where id = 'inv'`
  await execute(ctx.db)`
    insert into approval_requests (id, action, subject, payload, changes, requested_by, reason, expires_at)
    values ('apr_visible', 'refund-order', ${orderId}, '{}',
      ${sql.json([{ label: 'Refund', after: '$733,119.57' }])}, ${actor.id}, 'Broken', now() + interval '1 day')`
  await execute(ctx.db)`
    insert into product_imports (id, name, format, encoding, state, options, created_by)
    values ('imp_visible', 'products.csv', 'ours', 'utf-8', 'checked', '{}', null)`
  await execute(ctx.db)`
    insert into data_imports (id, kind, name, encoding) values ('imp_offers', 'offers', 'offers.csv', 'utf-8'), ('imp_orders', 'orders', 'orders.csv', 'utf-8'), ('imp_info', 'product-information', 'i.csv', 'utf-8'), ('imp_formulas', 'formulas', 'f.csv', 'utf-8')`
  const personId = newId('responsiblePerson')
  await execute(ctx.db)`
    insert into responsible_persons (id, name, postal_address, electronic_address)
    values (${personId}, 'Orchard Ltd', '{1 Mill Lane}', 'care@orchard.example')`
  const pages = await queryColumn(ctx.db, z.string())`
    select id from content_items where kind = 'page' limit 1`
  return [
    orderId,
    toPack.id,
    toPack.number,
    actor.id,
    'whe_visible',
    'imp_visible',
    'imp',
    'imp_offers',
    'imp_orders',
    'imp_info',
    'imp_formulas',
    personId,
    sampleId,
    'bat_00000000000000000001',
    'adv_00000000000000000001',
    ...pages,
  ]
}
