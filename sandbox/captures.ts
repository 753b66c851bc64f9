import type { Pool, PoolClient } from 'pg'
import { BadRequest } from './checkout-sessions.ts'
import { recordEvent } from './events.ts'
import { consumeFault } from './faults.ts'
import { type FormBody, textField } from './form-body.ts'
import { inTransaction } from './schema.ts'
import { AUTHORIZED_DAYS, chargeJson, intentJson, intentStatus, type SessionRow } from './session-row.ts'

export async function findIntent(pool: Pool, id: string) {
  await releaseExpired(pool)
  const { rows } = await pool.query<SessionRow>('select * from sandbox.sessions where intent_id = $1', [id])
  return rows[0] && intentJson(rows[0])
}

const UNEXPECTED_STATE = 'payment_intent_unexpected_state'

/** Also what the owner does in the provider's dashboard. */
export async function captureIntent(pool: Pool, id: string, form: FormBody = {}) {
  // Outside the transaction, so the rollback does not restore the fault.
  const isRefused = await consumeFault(pool, 'refuseCaptures')
  await releaseExpired(pool)
  return withLockedIntent(pool, id, async (client, session) => {
    const status = intentStatus(session)
    if (status === 'succeeded')
      throw new BadRequest(
        'This PaymentIntent could not be captured because it has already been captured.',
        UNEXPECTED_STATE,
      )
    if (status !== 'requires_capture')
      throw new BadRequest(
        `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
        UNEXPECTED_STATE,
      )
    const amount = textField(form, 'amount_to_capture')
      ? Number(textField(form, 'amount_to_capture'))
      : session.amount
    if (amount > session.amount)
      throw new BadRequest(
        'The amount to capture must be less than or equal to the amount of the PaymentIntent.',
        'amount_too_large',
      )
    if (!(amount > 0)) throw new BadRequest('The amount to capture must be greater than or equal to 1.')
    if (isRefused)
      throw new BadRequest('The card’s bank declined the capture.', 'capture_charge_authorization_expired')
    const captured = await updateIntent(client, session, 'paid = true, captured = $2', [amount])
    await recordEvent(client, 'charge.captured', chargeJson(captured))
    return intentJson(captured)
  })
}

export function cancelIntent(pool: Pool, id: string) {
  return withLockedIntent(pool, id, async (client, session) => {
    const status = intentStatus(session)
    if (status === 'succeeded' || status === 'canceled')
      throw new BadRequest(
        `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
        UNEXPECTED_STATE,
      )
    return intentJson(await endIntent(client, session, 'requested_by_customer'))
  })
}

/** The provider releases what nobody captured in time. */
export async function releaseExpired(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ intent_id: string }>(
    `select intent_id from sandbox.sessions where authorized_at <= now() - make_interval(days => ${AUTHORIZED_DAYS})
       and captured is null and canceled is null limit 100`,
  )
  for (const { intent_id } of rows)
    await withLockedIntent(pool, intent_id, async (client, session) => {
      if (intentStatus(session) !== 'requires_capture') return
      const ended = await endIntent(client, session, 'automatic')
      await recordEvent(client, 'charge.expired', chargeJson(ended))
    })
}

async function endIntent(client: PoolClient, session: SessionRow, reason: string): Promise<SessionRow> {
  const ended = await updateIntent(
    client,
    session,
    "canceled = $2, status = case when id = intent_id then 'expired' else status end",
    [reason],
  )
  await recordEvent(client, 'payment_intent.canceled', intentJson(ended))
  return ended
}

async function updateIntent(
  client: PoolClient,
  { id }: SessionRow,
  change: string,
  values: (string | number)[],
): Promise<SessionRow> {
  const { rows } = await client.query<SessionRow>(
    `update sandbox.sessions set ${change} where id = $1 returning *`,
    [id, ...values],
  )
  if (!rows[0]) throw new BadRequest('No such payment_intent')
  return rows[0]
}

function withLockedIntent<Result>(
  pool: Pool,
  id: string,
  run: (client: PoolClient, session: SessionRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<SessionRow>(
      'select * from sandbox.sessions where intent_id = $1 for update',
      [id],
    )
    if (!rows[0]) throw new BadRequest('No such payment_intent')
    return run(client, rows[0])
  })
}
