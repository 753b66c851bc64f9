import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { EmailTransport } from './email-transport.ts'
import { mailbox } from './emails.table.ts'

export function mailboxTransport(db: Db): EmailTransport {
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      await insertMailboxEmail(db, id, to, subject, text, html, unsubscribeUrl ?? null)
    },
  }
}

export function readMailbox(db: Db, limit = 200) {
  return db.select().from(mailbox).orderBy(desc(mailbox.sentAt), desc(mailbox.id)).limit(limit)
}

export async function findMailboxEmail(db: Db, id: string) {
  const [email] = await db.select().from(mailbox).where(eq(mailbox.id, id))
  return email
}

const insertMailboxEmail = statement(
  'mailbox_put',
  `insert into mailbox (id, recipient, subject, body_text, body_html, unsubscribe_url)
   values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
)
