import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { mailbox } from './letters.table.ts'
import type { Mail } from './mail.ts'

/** The demo's postman: letters go into a box that a page shows. */
export function mailboxMail(db: Db): Mail {
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const row = { id, recipient: to, subject, bodyText: text, bodyHtml: html, unsubscribeUrl }
      await db.insert(mailbox).values(row).onConflictDoNothing()
    },
  }
}

export function readMailbox(db: Db, limit = 200) {
  return db.select().from(mailbox).orderBy(desc(mailbox.sentAt), desc(mailbox.id)).limit(limit)
}

export async function findInMailbox(db: Db, id: string) {
  const [letter] = await db.select().from(mailbox).where(eq(mailbox.id, id))
  return letter
}
