import type { Hono } from 'hono'
import type { Pool } from 'pg'
import { BadRequest, requireAmount } from './checkout-sessions.ts'
import { newId } from './events.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import { idempotently, type SandboxEnv } from './responses.ts'
import { intentJson, type SessionRow } from './session-row.ts'

/** Payment intents that no checkout session created: those of express payments. */
export function addIntentRoutes(api: Hono<SandboxEnv>, pool: Pool): void {
  api.post('/v1/payment_intents', (c) =>
    idempotently(c, pool, async (form) => intentJson(await createIntent(pool, form))),
  )
}

async function createIntent(pool: Pool, form: FormBody): Promise<SessionRow> {
  const [amount, currency] = [Number(textField(form, 'amount')), textField(form, 'currency')]
  requireAmount(amount, currency)
  if (!Object.values(nestedField(form, 'allowed_payment_method_types')).length)
    throw new BadRequest('allowed_payment_method_types must name at least one')
  const id = newId('pi_test')
  const { rows } = await pool.query<SessionRow>(
    `insert into sandbox.sessions (id, intent_id, amount, currency, wanted, url, expires_at)
     values ($1, $1, $2, $3, $4, '', now() + interval '10 years') returning *`,
    [id, amount, currency, JSON.stringify(form)],
  )
  if (!rows[0]) throw new Error('The intent was not created')
  return rows[0]
}
