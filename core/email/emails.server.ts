import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { EmailTransport, OutgoingEmail } from './email-transport.ts'
import { emails } from './emails.table.ts'

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

/** Saves the email in the transaction that causes it. A job sends it later. */
export async function enqueueEmail(db: Db, { to, text, html, ...email }: NewEmail): Promise<void> {
  const [inserted] = await db
    .insert(emails)
    .values({
      ...email,
      id: newId('email'),
      recipient: to,
      bodyText: text,
      bodyHtml: html,
      state: 'waiting',
    })
    .onConflictDoNothing({ target: emails.key })
    .returning({ id: emails.id })
  if (inserted)
    await enqueueJob(db, 'send-letter', { id: inserted.id }, { key: `send-letter:${inserted.id}` })
}

/** For jobs: the job itself is retried until all are sent, so the emails need no jobs of their own. */
export async function saveAndSendEmails(
  db: Db,
  transport: EmailTransport,
  newEmails: NewEmail[],
): Promise<void> {
  await insertEmails(db, JSON.stringify(newEmails.map((email) => ({ ...email, id: newId('email') }))))
  await sendEmails(
    db,
    transport,
    newEmails.map(({ key }) => key),
  )
}

/** Deletes the text of sent emails, since it may contain a one-time link. */
export async function sendEmails(db: Db, transport: EmailTransport, idsOrKeys: string[]): Promise<void> {
  const failure = await db.transaction(async (tx) => {
    const waiting = await lockWaitingEmails(tx, idsOrKeys)
    // In parallel, so that the transaction is open no longer than one email takes.
    const results = await Promise.allSettled(waiting.map((email) => transport.send(email)))
    const delivered = waiting.filter((_, index) => results[index]?.status === 'fulfilled')
    if (delivered.length)
      await markSent(
        tx,
        delivered.map(({ id }) => id),
      )
    return results.find((result) => result.status === 'rejected')
  })
  if (failure) throw failure.reason
}

const insertEmails = statement(
  'letters_write',
  `insert into letters (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url, state)
   select id, key, kind, "orderId", "to", subject, text, html, "unsubscribeUrl", 'waiting' from json_to_recordset($1)
     as l (id text, key text, kind text, "orderId" text, "to" text, subject text, text text, html text, "unsubscribeUrl" text)
   on conflict (key) do nothing`,
)
const lockWaitingEmails = statement<OutgoingEmail>(
  'letters_waiting',
  `select id, recipient as "to", subject, body_text as text, body_html as html, unsubscribe_url as "unsubscribeUrl"
   from letters where (id = any($1) or key = any($1)) and state = 'waiting' order by id for update`,
)
const markSent = statement(
  'letters_sent',
  `update letters set state = 'sent', sent_at = clock_timestamp(), body_text = null, body_html = null, unsubscribe_url = null
   where id = any($1)`,
)
