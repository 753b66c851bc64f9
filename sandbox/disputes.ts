import type { Pool, PoolClient } from 'pg'
import { BadRequest } from './bad-request.ts'
import { newId, recordEvent } from './events.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import { inTransaction } from './schema.ts'

export type DisputeRow = {
  id: string
  intent_id: string
  amount: number
  currency: string
  reason: string
  status:
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | `warning_${'needs_response' | 'under_review' | 'closed'}`
  evidence: Record<string, string>
  submissions: number
  due_by: Date
  created_at: Date
}

/** How long the simulated bank takes to decide. */
export const DECISION_SECONDS = 10
/** In the explanation. Stripe’s test mode has the same word. */
const LOSING_EVIDENCE = 'losing_evidence'
const MAX_TEXT = 20_000
const MAX_TEXTS = 150_000

export async function listDisputes(pool: Pool, intent: string) {
  const { rows } = await pool.query<DisputeRow>(
    'select * from sandbox.disputes where intent_id = $1 order by place desc limit 100',
    [intent],
  )
  return rows.map(disputeJson)
}

/** Those that take money. Inquiries (`warning_…`) don’t. */
export const TAKES_MONEY = `status in ('needs_response', 'under_review', 'lost')`

/** The bank takes back what was neither refunded nor disputed yet. */
export async function insertDispute(
  client: PoolClient,
  { id = newId('dp_test'), intent, reason }: { id?: string; intent: string; reason: string },
  status: DisputeRow['status'] = 'needs_response',
): Promise<void> {
  const { rows } = await client.query<DisputeRow>(
    `insert into sandbox.disputes (id, intent_id, amount, currency, reason, status)
     select $1, s.intent_id, s.amount - taken.amount, s.currency, $3, $4
     from sandbox.sessions s cross join lateral (select
       (select coalesce(sum(r.amount), 0) from sandbox.refunds r where r.intent_id = s.intent_id and r.status <> 'failed')
       + (select coalesce(sum(d.amount), 0) from sandbox.disputes d where d.intent_id = s.intent_id and d.${TAKES_MONEY})
       as amount) taken
     where s.intent_id = $2 and s.amount > taken.amount returning *`,
    [id, intent, reason, status],
  )
  for (const dispute of rows) await recordEvent(client, 'charge.dispute.created', disputeJson(dispute))
}

export async function findDispute(pool: Pool, id: string) {
  const dispute = await inTransaction(pool, (client) => lockDispute(client, id))
  return dispute && disputeJson(dispute)
}

/** With `submit`, the bank gets the evidence, once. */
export function updateDispute(pool: Pool, id: string, form: FormBody) {
  return inTransaction(pool, async (client) => {
    const dispute = requireDispute(await lockDispute(client, id))
    const texts = Object.entries(nestedField(form, 'evidence')).flatMap(([field, text]) =>
      typeof text === 'string' ? [[field, text] as const] : [],
    )
    requireOpen(dispute)
    for (const [field, text] of texts)
      if (text.length > MAX_TEXT) throw new BadRequest(`Invalid string: evidence[${field}] is too long`)
    if (texts.reduce((sum, [, text]) => sum + text.length, 0) > MAX_TEXTS)
      throw new BadRequest('The combined character count of all evidence is limited to 150,000')
    const evidence = { ...dispute.evidence, ...Object.fromEntries(texts) }
    const isSubmitted = textField(form, 'submit') !== 'false'
    if (isSubmitted && dispute.due_by.getTime() < Date.now())
      throw new BadRequest('The deadline for submitting evidence has passed')
    return changeDispute(client, isSubmitted ? 'charge.dispute.updated' : null, {
      sql: isSubmitted
        ? `evidence = $2, status = replace(status, 'needs_response', 'under_review'), submissions = submissions + 1, decides_won = $3,
           decides_at = now() + make_interval(secs => $4)`
        : 'evidence = $2',
      values: isSubmitted
        ? [id, JSON.stringify(evidence), !isLosing(evidence), DECISION_SECONDS]
        : [id, JSON.stringify(evidence)],
    })
  })
}

const isLosing = (evidence: Record<string, string>) =>
  Object.values(evidence).some((text) => text.includes(LOSING_EVIDENCE))

/** Accepting it loses it. */
export function acceptDispute(pool: Pool, id: string) {
  return inTransaction(pool, async (client) => {
    const dispute = requireDispute(await lockDispute(client, id))
    requireOpen(dispute)
    if (dispute.status === 'warning_needs_response') throw new BadRequest('An inquiry can’t be closed')
    return changeDispute(client, 'charge.dispute.closed', { sql: `status = 'lost'`, values: [id] })
  })
}

/** Disputes whose bank decides now. An inquiry that isn’t answered well becomes a dispute. */
export async function decideDisputes(pool: Pool): Promise<void> {
  const due = await pool.query('select from sandbox.disputes where decides_at <= now() limit 1')
  if (!due.rowCount) return
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<DisputeRow>(
      `update sandbox.disputes set decides_at = null, status = case
         when status = 'warning_under_review' then case when decides_won then 'warning_closed' else 'needs_response' end
         when decides_won then 'won' else 'lost' end
       where id in (select id from sandbox.disputes where decides_at <= now() order by id for update skip locked limit 100)
       returning *`,
    )
    for (const dispute of rows) {
      const kind = dispute.status === 'needs_response' ? 'charge.dispute.updated' : 'charge.dispute.closed'
      await recordEvent(client, kind, disputeJson(dispute))
    }
  })
}

/** Seeded demo orders were never disputed in the sandbox. */
const SEEDED_ID = /^du_demo_(EB\d+)_(\d+)$/

async function lockDispute(client: PoolClient, id: string): Promise<DisputeRow | undefined> {
  const [, number, amount] = SEEDED_ID.exec(id) ?? []
  if (number)
    await client.query(
      `insert into sandbox.disputes (id, intent_id, amount, currency, reason)
       values ($1, $2, $3, 'usd', 'product_not_received') on conflict (id) do nothing`,
      [id, `pi_demo_${number}`, amount],
    )
  const { rows } = await client.query<DisputeRow>('select * from sandbox.disputes where id = $1 for update', [
    id,
  ])
  return rows[0]
}

function requireDispute(dispute: DisputeRow | undefined): DisputeRow {
  if (!dispute) throw new BadRequest('No such dispute')
  return dispute
}

function requireOpen({ status }: DisputeRow): void {
  if (status !== 'needs_response' && status !== 'warning_needs_response')
    throw new BadRequest('This dispute doesn’t need a response: it is already under review or closed')
}

async function changeDispute(
  client: PoolClient,
  kind: string | null,
  { sql, values }: { sql: string; values: unknown[] },
) {
  const { rows } = await client.query<DisputeRow>(
    `update sandbox.disputes set ${sql} where id = $1 returning *`,
    values,
  )
  const changed = disputeJson(requireDispute(rows[0]))
  if (kind) await recordEvent(client, kind, changed)
  return changed
}

export function disputeJson(dispute: DisputeRow) {
  const { id, intent_id, amount, currency, reason, status, evidence, submissions, due_by } = dispute
  const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return {
    id,
    object: 'dispute',
    payment_intent: intent_id,
    amount,
    currency,
    reason,
    status,
    evidence,
    evidence_details: {
      due_by: toSeconds(due_by),
      has_evidence: Object.keys(evidence).length > 0,
      past_due: false,
      submission_count: submissions,
      submission_method: submissions ? 'manual' : 'not_submitted',
    },
    livemode: false,
    created: toSeconds(dispute.created_at),
  }
}
