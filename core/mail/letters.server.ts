import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { newId } from '../ids.ts'
import { later } from '../outbox/outbox.server.ts'
import { letters } from './letters.table.ts'
import type { Mail } from './mail.ts'

export type NewLetter = {
  /** What it is about, once: a second letter under the same key is not written. */
  key: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  orderId?: string
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

/** Hands one letter to the postman, and forgets its words once it is gone: they may hold a one-time link. */
export async function sendLetter(db: Db, mail: Mail, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = and(eq(letters.id, id), eq(letters.state, 'waiting'))
    const [letter] = await tx.select().from(letters).where(waiting).for('update')
    if (!letter || letter.bodyText === null || letter.bodyHtml === null) return
    const { recipient: to, subject, bodyText: text, bodyHtml: html } = letter
    await mail.send({ id, to, subject, text, html })
    await tx
      .update(letters)
      .set({ state: 'sent', sentAt: new Date(), bodyText: null, bodyHtml: null })
      .where(eq(letters.id, id))
  })
}
