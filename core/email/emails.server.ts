import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Db, isDatabaseUnavailable } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { ACCOUNT_DELETED, DELETED_EMAIL } from './deleted-email.ts'
import type { EmailTransport } from './email-transport.ts'

export type NewEmail = {
  /** A second email with the same key is not sent. */
  key: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  orderId?: string
  unsubscribeUrl?: string
}

const isDeliverable = ({ to }: NewEmail) => to !== DELETED_EMAIL

/** Saves the email in the transaction that causes it. A job sends it later. */
export async function enqueueEmail(db: Db, newEmail: NewEmail): Promise<void> {
  if (!isDeliverable(newEmail)) return
  for (const id of await saveEmails(db, [newEmail]))
    await enqueueJob(db, 'send-letter', { id }, { key: `send-letter:${id}` })
}

/** For jobs: the job itself is retried until all are sent, so the emails need no jobs of their own. */
export async function saveAndSendEmails(
  db: Db,
  transport: EmailTransport,
  newEmails: NewEmail[],
): Promise<void> {
  const deliverable = newEmails.filter(isDeliverable)
  await saveEmails(db, deliverable)
  await sendEmails(
    db,
    transport,
    deliverable.map(({ key }) => key),
  )
}

/** Returns the IDs of the emails whose key is new. */
function saveEmails(db: Db, newEmails: NewEmail[]) {
  const rows = newEmails.map((email) => ({ ...email, id: newId('email') }))
  return queryColumn(db, z.string())`
    insert into letters (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url, state)
    select id, key, kind, "orderId", "to", subject, text, html, "unsubscribeUrl", 'waiting'
    from json_to_recordset(${sql.json(rows)}) as l (id text, key text, kind text, "orderId" text, "to" text,
      subject text, text text, html text, "unsubscribeUrl" text)
    on conflict (key) do nothing returning id`
}

/** Sends in parallel, so that one slow email delays no other. */
export async function sendEmails(db: Db, transport: EmailTransport, idsOrKeys: string[]): Promise<void> {
  const results = await Promise.allSettled(idsOrKeys.map((idOrKey) => sendEmail(db, transport, idOrKey)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

// A job runner that restarts may start a job again while its first run is still sending.
const emailsBeingSent = new Map<string, Promise<void>>()

function sendEmail(db: Db, transport: EmailTransport, idOrKey: string): Promise<void> {
  const current = emailsBeingSent.get(idOrKey)
  if (current) return current
  const sent = sendWaitingEmail(db, transport, idOrKey).finally(() => emailsBeingSent.delete(idOrKey))
  emailsBeingSent.set(idOrKey, sent)
  return sent
}

const WaitingEmail = z.strictObject({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().nullable(),
})

/** Not in a transaction: a mail server that hangs would hold its connection until the database closes it. */
async function sendWaitingEmail(db: Db, transport: EmailTransport, idOrKey: string): Promise<void> {
  const [email] = await query(db, WaitingEmail)`
    select id, recipient as "to", subject, body_text as text, body_html as html, unsubscribe_url as "unsubscribeUrl"
    from letters where (id = ${idOrKey} or key = ${idOrKey}) and state = 'waiting'`
  if (!email) return
  await transport.send(email)
  await markSentOnceAvailable(db, email.id)
}

const MARK_ATTEMPTS = 120
const MARK_RETRY_INTERVAL = 500

/** An email that was sent but not marked would be sent again, so this waits for a database that restarts. */
async function markSentOnceAvailable(db: Db, id: string, attempt = 1): Promise<void> {
  try {
    // Deletes the text too, since it may contain a one-time link.
    await execute(db)`
      update letters
      set state = 'sent', sent_at = clock_timestamp(), body_text = null, body_html = null, unsubscribe_url = null,
        recipient = case kind when ${ACCOUNT_DELETED} then ${DELETED_EMAIL} else recipient end
      where id = ${id}`
  } catch (error) {
    if (!isDatabaseUnavailable(error) || attempt === MARK_ATTEMPTS) throw error
    await sleep(MARK_RETRY_INTERVAL)
    await markSentOnceAvailable(db, id, attempt + 1)
  }
}
