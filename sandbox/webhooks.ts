import type { Pool } from 'pg'
import Stripe from 'stripe'
import { type EventRow, eventJson } from './api.ts'

export type PostWebhook = (body: string, headers: Record<string, string>) => Promise<{ ok: boolean }>

const MAX_TRIES = 12
// Another node retries if a node dies during a delivery.
const RETRY_SECONDS = 15

export async function deliverDueEvents(pool: Pool, secret: string, post: PostWebhook): Promise<number> {
  const { rows } = await pool.query<EventRow & { delivery: number }>(
    `update sandbox.deliveries d set tries = tries + 1, due_at = now() + make_interval(secs => ${RETRY_SECONDS} + power(2, tries))
     from sandbox.events e
     where e.id = d.event_id and d.id in (select id from sandbox.deliveries where due_at <= now() and tries < ${MAX_TRIES}
       order by due_at limit 20 for update skip locked)
     returning d.id as delivery, d.due_at, e.id, e.kind, e.about, e.created_at`,
  )
  const results = await Promise.all(
    rows.map(async (row) => ((await isDelivered(secret, post, row)) ? [row.delivery] : [])),
  )
  if (results.flat().length)
    await pool.query('delete from sandbox.deliveries where id = any($1)', [results.flat()])
  return rows.length
}

async function isDelivered(secret: string, post: PostWebhook, row: EventRow): Promise<boolean> {
  const body = JSON.stringify(eventJson(row))
  const signature = signPayload(body, secret)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const { ok } = await post(body, headers).catch(() => ({ ok: false }))
  return ok
}

const stripe = new Stripe('sk_test_sandbox')

export function signPayload(payload: string, secret: string): string {
  return stripe.webhooks.generateTestHeaderString({ payload, secret })
}
