import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { encrypt } from '#core/accounts/security/encryption.ts'
import { recordAdverseEvent } from '#core/adverse-events/record-adverse-event.server.ts'
import { newId } from '#core/ids.ts'
import { formatMoney } from '#core/money.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import { execute, query, sql } from '#db/sql.ts'
import { adminContext, type SeedStore } from './seed-store.ts'

/** What the owner and staff have set up. */
export async function addStaffWork(store: SeedStore, now: Date, secret: string): Promise<void> {
  const people = await findPeople(store)
  await addApprovalRequests(store, people, now)
  await addApiKey(store, people, now)
  await addWebhooks(store, people, now, secret)
  await addAdverseEvents(store, now)
  await addTags(store)
  await addSavedViews(store, people, now)
}

const Person = z.strictObject({ id: z.string(), role: z.enum(['owner', 'manager', 'support']) })
type People = Record<z.infer<typeof Person>['role'], string>

async function findPeople({ db, adminEmail }: SeedStore): Promise<People> {
  const people = await query(db, Person)`
    select id, coalesce(staff_role, 'owner') as role from profiles
    where email = ${adminEmail} or staff_role in ('manager', 'support')`
  const idOf = (role: keyof People) => people.find((person) => person.role === role)?.id ?? ''
  return { owner: idOf('owner'), manager: idOf('manager'), support: idOf('support') }
}

const SentOrder = z.strictObject({ number: z.string(), productId: z.string(), batch: z.string() })

/** A serious one that was reported in time, and a harmless one. */
async function addAdverseEvents(store: SeedStore, now: Date): Promise<void> {
  const orders = await query(store.db, SentOrder)`
    select o.number, i.product_id as "productId", b.number as batch
    from order_item_batches a join order_items i on i.id = a.order_item_id join orders o on o.id = i.order_id
    join batches b on b.id = a.batch_id
    where o.status = 'delivered' and b.number is not null order by o.created_at desc, i.id limit 2`
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const [serious, other] = orders
  const ctx = adminContext(store, now.getTime())
  if (serious)
    await recordAdverseEvent(ctx, {
      ...{ order: serious.number, productId: serious.productId, batch: serious.batch },
      ...{ severity: 'serious', receivedOn: daysAgo(24), reportedOn: daysAgo(21) },
      description:
        'Swelling around both eyes two hours after the first use. Treated in a hospital overnight.',
      actionTaken: 'Refunded. Asked the lab for the retained sample of the batch.',
    })
  if (other)
    await recordAdverseEvent(ctx, {
      ...{ order: other.number, productId: other.productId, batch: other.batch },
      ...{ severity: 'other', receivedOn: daysAgo(6) },
      description: 'Redness on the cheeks for a day, gone without treatment.',
      actionTaken: 'Advised to stop using it and to try it on the wrist first.',
    })
}

const RefundableOrder = z.strictObject({ id: z.string(), number: z.string(), total: z.int() })

/** One waits, one was declined, and one was approved. */
async function addApprovalRequests({ db }: SeedStore, people: People, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const orders = await query(db, RefundableOrder)`
    select id, number, total_amount as total from orders
    where currency = 'usd' and status = 'delivered' and payment_status = 'paid' and base_refunded = 0 and total_amount > 15000
    order by created_at desc, id limit 2`
  const [waiting, declined] = orders.map(toRefund)
  const newsletter = {
    action: 'export-list',
    subject: 'newsletter',
    payload: {},
    changes: [{ label: 'Export', after: 'newsletter, all rows' }],
  }
  const requests: DemoRequest[] = [
    { ...waiting, by: people.support, at: hoursAgo(3), reason: 'The set arrived without the serum.' },
    {
      ...declined,
      by: people.support,
      at: hoursAgo(9 * 24),
      reason: 'She expected a warmer shade.',
      decision: { state: 'declined', by: people.manager, reason: 'Offer an exchange first.' },
    },
    {
      ...newsletter,
      by: people.manager,
      at: hoursAgo(16 * 24),
      reason: 'For the printer of the holiday cards.',
      decision: { state: 'approved', by: people.owner, reason: 'Delete it afterwards.' },
    },
  ]
  for (const { action, subject, payload, changes, by, at, reason, decision } of requests) {
    if (!action || !subject) continue
    const decidedAt = decision ? new Date(at.getTime() + 2 * HOUR_MS) : null
    await execute(db)`
      insert into approval_requests (id, action, subject, payload, changes, requested_by, requested_at, reason, state,
        expires_at, decided_by, decided_at, decision_reason)
      values (${newId('approval')}, ${action}, ${subject}, ${sql.json(payload)}, ${sql.json(changes)}, ${by}, ${at}, ${reason},
        ${decision?.state ?? 'requested'}, ${new Date(at.getTime() + 7 * DAY_MS)}, ${decision?.by ?? null}, ${decidedAt},
        ${decision?.reason ?? null})`
  }
}

type DemoRequest = Partial<ReturnType<typeof toRefund>> & {
  by: string
  at: Date
  reason: string
  decision?: { state: string; by: string; reason: string }
}

const REFUND = 12_000

function toRefund({ id, number, total }: z.infer<typeof RefundableOrder>) {
  const dollars = (cents: number) => formatMoney({ amount: cents, currency: 'usd' })
  const changes: object[] = [
    { label: 'Order', after: `#${number}` },
    { label: 'Refund', after: dollars(REFUND) },
    { label: `Refunded of ${dollars(total)}`, before: dollars(0), after: dollars(REFUND) },
  ]
  const payload: object = { amount: REFUND, approvedAmount: REFUND }
  return { action: 'refund-order', subject: id, payload, changes }
}

/** Expired, and the key itself never existed: no text has this hash. */
async function addApiKey({ db }: SeedStore, { owner }: People, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await execute(db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at, expires_at, last_used_at)
    values (${newId('apiKey')}, 'Warehouse sync', 'none', 'x7Qa', '{orders:read,stock:write}', ${owner}, ${daysAgo(92)},
      ${daysAgo(2)}, ${daysAgo(2)})`
}

const DELIVERIES = [
  { hours: 50, state: 'delivered', statuses: [200] },
  { hours: 31, state: 'delivered', statuses: [503, 200] },
  { hours: 26, state: 'failed', statuses: [503, 503, 404] },
  { hours: 4, state: 'pending', statuses: [503] },
] as const

const DeliveredProduct = z.strictObject({ id: z.string(), sku: z.string().nullable(), name: z.string() })

/** Paused, so the demo sends nothing by itself. */
async function addWebhooks({ db }: SeedStore, { owner }: People, now: Date, secret: string): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  // Events of the seeded orders and stock come before the endpoint, so none waits for it.
  await execute(db)`set constraints all immediate`
  const products = await query(db, DeliveredProduct)`
    select id, sku, name from products order by slug limit ${DELIVERIES.length}`
  const endpoint = newId('webhookEndpoint')
  const signingSecret = encrypt(`whsec_${randomBytes(32).toString('base64')}`, secret)
  await execute(db)`
    insert into webhook_endpoints (id, url, description, events, state, pause_reason, secret, created_by, created_at)
    values (${endpoint}, 'https://warehouse.example/webhooks', 'The warehouse’s stock system', '{stock.low,order.returned}',
      'paused', 'owner', ${signingSecret}, ${owner}, ${hoursAgo(30 * 24)})`
  for (const [index, { hours, state, statuses }] of DELIVERIES.entries()) {
    const [id, at] = [`msg_${randomUUID().replaceAll('-', '')}`, hoursAgo(hours)]
    const product = products[index]
    const data = { product, available: 5 - index, threshold: 5 }
    const body = { type: 'stock.low', version: 1, data, timestamp: at.toISOString() }
    await execute(db)`
      insert into webhook_deliveries (id, endpoint_id, type, subject, body, state, tries, next_attempt_at, created_at, finished_at)
      values (${id}, ${endpoint}, 'stock.low', ${product?.id ?? ''}, ${sql.json(body)}, ${state}, ${statuses.length},
        ${at}, ${at}, ${state === 'pending' ? null : at})`
    for (const [attempt, status] of statuses.entries())
      await execute(db)`
        insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, response)
        values (${id}, ${attempt + 1}, ${at}, ${140 + 35 * attempt}, ${status},
          ${status === 200 ? null : `The endpoint returned status ${status}.`}, '')`
  }
}

async function addTags({ db }: SeedStore): Promise<void> {
  await execute(db)`
    insert into order_tags (order_id, tag)
    select id, case when place <= 4 then 'Gift wrap' else 'Fragile' end from (
      select id, row_number() over (order by created_at desc, id) as place from orders where status = 'shipped') o
    where place <= 6`
  await execute(db)`
    insert into customer_tags (profile_id, tag)
    select user_id, case when place <= 2 then 'Wholesale' else 'Press' end from (
      select user_id, row_number() over (order by sum(base_total) desc, user_id) as place
      from orders o join profiles p on p.id = o.user_id where p.role = 'user' and p.email not like 'grace@%'
      group by user_id) c
    where place <= 4`
}

async function addSavedViews({ db }: SeedStore, { owner }: People, now: Date): Promise<void> {
  await execute(db)`
    insert into saved_views (list, owner_id, name, params, created_at)
    values ('orders', ${owner}, 'Gifts on their way', 'show=shipped&tag=gift+wrap', ${now}),
      ('users', ${owner}, 'Wholesale buyers', 'tag=wholesale', ${now})`
}
