import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import { later } from '../outbox/outbox.server.ts'
import { letters } from './letters.table.ts'
import type { Letter, Mail } from './mail.ts'

export type NewLetter = {
  /** What it is about, once: a second letter under the same key is not written. */
  key: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  orderId?: string
  /** For a letter that is no answer to anything: where its reader can have no more of them. */
  unsubscribeUrl?: string
}

/** Writes a letter in the transaction that is its cause. The postman comes by later. */
export async function writeLetter(db: Db, { to, text, html, ...letter }: NewLetter): Promise<void> {
  const [written] = await db
    .insert(letters)
    .values({
      ...letter,
      id: newId('letter'),
      recipient: to,
      bodyText: text,
      bodyHtml: html,
      state: 'waiting',
    })
    .onConflictDoNothing({ target: letters.key })
    .returning({ id: letters.id })
  if (written) await later(db, 'send-letter', { id: written.id }, { key: `send-letter:${written.id}` })
}

/**
 * Writes letters, each once under its key, and hands them over at once: for a job, which comes again until all are gone,
 * and so needs no job for each of them.
 */
export async function writeAndSend(db: Db, mail: Mail, written: NewLetter[]): Promise<void> {
  await insertLetters(db, JSON.stringify(written.map((letter) => ({ ...letter, id: newId('letter') }))))
  await sendLetters(
    db,
    mail,
    written.map(({ key }) => key),
  )
}

/** Hands letters, named by id or key, to the postman, and forgets the words of those that are gone: they may hold a one-time link. */
export async function sendLetters(db: Db, mail: Mail, names: string[]): Promise<void> {
  const refused = await db.transaction(async (tx) => {
    const waiting = await lockWaiting(tx, names)
    // Side by side: a database gives a transaction that waits no more than one letter's time.
    const sent = await Promise.allSettled(waiting.map((letter) => mail.send(letter)))
    const gone = waiting.filter((_, nth) => sent[nth]?.status === 'fulfilled')
    if (gone.length)
      await markSent(
        tx,
        gone.map(({ id }) => id),
      )
    return sent.find((one) => one.status === 'rejected')
  })
  if (refused) throw refused.reason
}

const insertLetters = statement(
  'letters_write',
  `insert into letters (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url, state)
   select id, key, kind, "orderId", "to", subject, text, html, "unsubscribeUrl", 'waiting' from json_to_recordset($1)
     as l (id text, key text, kind text, "orderId" text, "to" text, subject text, text text, html text, "unsubscribeUrl" text)
   on conflict (key) do nothing`,
)
const lockWaiting = statement<Letter>(
  'letters_waiting',
  `select id, recipient as "to", subject, body_text as text, body_html as html, unsubscribe_url as "unsubscribeUrl"
   from letters where (id = any($1) or key = any($1)) and state = 'waiting' order by id for update`,
)
const markSent = statement(
  'letters_sent',
  `update letters set state = 'sent', sent_at = clock_timestamp(), body_text = null, body_html = null, unsubscribe_url = null
   where id = any($1)`,
)
