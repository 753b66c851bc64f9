import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Db, isDatabaseUnavailable } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { derivedId, newId } from '../ids.ts'
import { enqueueJobs } from '../outbox/outbox.server.ts'
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
  await enqueueEmails(db, [newEmail])
}

/** Those that were saved before are left out. */
export async function enqueueEmails(db: Db, newEmails: NewEmail[]): Promise<void> {
  const emails = newEmails.filter(isDeliverable)
  const ids = emails.length ? await saveEmails(db, emails) : []
  await enqueueJobs(
    db,
    ids.map((id) => ({ name: 'send-email', payload: { id }, key: `send-email:${id}` })),
  )
}

/** For jobs: the job itself is retried until all are sent, so the emails need no jobs of their own. */
export function saveAndSendEmails(db: Db, transport: EmailTransport, newEmails: NewEmail[]): Promise<void> {
  const emails = newEmails.filter(isDeliverable)
  const keys = emails.map(({ key }) => key)
  return sendOnce(keys.join(' '), async () => {
    const savedKeys = await findSavedKeys(db, keys)
    const unsaved = emails.filter(({ key }) => !savedKeys.includes(key))
    await settleAll([sendEmails(db, transport, savedKeys), sendUnsavedEmails(db, transport, unsaved)])
  })
}

/** One key at a time: for several, connections cache a plan that scans the whole table if it was small at first. */
function findSavedKeys(db: Db, keys: string[]): Promise<string[]> {
  return queryColumn(db, z.string())`
    select saved.key from unnest((select ${keys}::text[])) as email (key),
      lateral (select l.key from emails l where l.key = email.key limit 1) saved`
}

/** Most mail servers take an email within this time, and then it is saved once, as sent. */
const SEND_WAIT = 250

type SendAttempt = { email: SavedEmail; result: Promise<void>; state: 'waiting' | 'sent' }
type SavedEmail = NewEmail & { id: string }

/** An email that isn’t sent soon, or fails, is saved with its text. */
async function sendUnsavedEmails(db: Db, transport: EmailTransport, emails: NewEmail[]): Promise<void> {
  if (!emails.length) return
  // A repeated attempt has the same ID, so mail servers can recognize it.
  const attempts = emails.map((email) =>
    attemptToSend(transport, { ...email, id: derivedId('email', email.key) }),
  )
  const results = attempts.map(({ result }) => result)
  await Promise.race([Promise.allSettled(results), sleep(SEND_WAIT)])
  const late = attempts.filter(({ state }) => state === 'waiting')
  await retryWhileUnavailable(() => saveAttempts(db, attempts))
  await settleAll(late.map(({ email, result }) => result.then(() => markSentOnceAvailable(db, email.id))))
}

function attemptToSend(transport: EmailTransport, email: SavedEmail): SendAttempt {
  const attempt: SendAttempt = { email, state: 'waiting', result: send() }
  async function send() {
    await transport.send(email)
    attempt.state = 'sent'
  }
  return attempt
}

function saveAttempts(db: Db, attempts: SendAttempt[]): Promise<number> {
  const rows = attempts.map(({ email: { text, html, unsubscribeUrl, ...email }, state }) =>
    state === 'sent' ? { ...email, state } : { ...email, text, html, unsubscribeUrl, state },
  )
  return execute(db)`
    insert into emails (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url, state, sent_at)
    select id, key, kind, "orderId", "to", subject, text, html, "unsubscribeUrl", state,
      case state when 'sent' then clock_timestamp() end
    from json_to_recordset(${sql.json(rows)}) as l (id text, key text, kind text, "orderId" text, "to" text,
      subject text, text text, html text, "unsubscribeUrl" text, state text)
    on conflict (key) do update set state = 'sent', sent_at = excluded.sent_at, body_text = null, body_html = null,
      unsubscribe_url = null
    where excluded.state = 'sent' and emails.state = 'waiting'`
}

/** Returns the IDs of the emails whose key is new. */
function saveEmails(db: Db, newEmails: NewEmail[]) {
  const rows = newEmails.map((email) => ({ ...email, id: newId('email') }))
  return queryColumn(db, z.string())`
    insert into emails (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url, state)
    select id, key, kind, "orderId", "to", subject, text, html, "unsubscribeUrl", 'waiting'
    from json_to_recordset(${sql.json(rows)}) as l (id text, key text, kind text, "orderId" text, "to" text,
      subject text, text text, html text, "unsubscribeUrl" text)
    on conflict (key) do nothing returning id`
}

/** Sends in parallel, so that one slow email delays no other. */
export function sendEmails(db: Db, transport: EmailTransport, idsOrKeys: string[]): Promise<void> {
  return settleAll(
    idsOrKeys.map((idOrKey) => sendOnce(idOrKey, () => sendWaitingEmail(db, transport, idOrKey))),
  )
}

async function settleAll(promises: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(promises)
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

// A job runner that restarts may start a job again while its first run is still sending.
const emailsBeingSent = new Map<string, Promise<void>>()

function sendOnce(name: string, send: () => Promise<void>): Promise<void> {
  const current = emailsBeingSent.get(name)
  if (current) return current
  const sent = send().finally(() => emailsBeingSent.delete(name))
  emailsBeingSent.set(name, sent)
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
    from emails where (id = ${idOrKey} or key = ${idOrKey}) and state = 'waiting'`
  if (!email) return
  await transport.send(email)
  await markSentOnceAvailable(db, email.id)
}

function markSentOnceAvailable(db: Db, id: string): Promise<void> {
  return retryWhileUnavailable(async () => {
    // Deletes the text too, since it may contain a one-time link.
    await execute(db)`
      update emails
      set state = 'sent', sent_at = clock_timestamp(), body_text = null, body_html = null, unsubscribe_url = null,
        recipient = case kind when ${ACCOUNT_DELETED} then ${DELETED_EMAIL} else recipient end
      where id = ${id}`
  })
}

const SAVE_ATTEMPTS = 120
const SAVE_RETRY_INTERVAL = 500

/** An email that was sent but not marked would be sent again, so this waits for a database that restarts. */
async function retryWhileUnavailable(save: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await save()
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempt === SAVE_ATTEMPTS) throw error
      await sleep(SAVE_RETRY_INTERVAL)
    }
  }
}
