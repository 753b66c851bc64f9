import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import type { EmailTransport } from './email-transport.ts'

export function mailboxTransport(db: Db): EmailTransport {
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      await execute(db)`
        insert into mailbox (id, recipient, subject, body_text, body_html, unsubscribe_url)
        values (${id}, ${to}, ${subject}, ${text}, ${html}, ${unsubscribeUrl ?? null}) on conflict (id) do nothing`
    },
  }
}

const MailboxEmail = z.strictObject({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  unsubscribeUrl: z.string().nullable(),
  sentAt: z.date(),
})
export type MailboxEmail = z.infer<typeof MailboxEmail>

export function readMailbox(db: Db, limit = 200): Promise<MailboxEmail[]> {
  return selectEmails(db, sql`order by sent_at desc, id desc limit ${limit}`)
}

export async function findMailboxEmail(db: Db, id: string): Promise<MailboxEmail | undefined> {
  const [email] = await selectEmails(db, sql`where id = ${id}`)
  return email
}

function selectEmails(db: Db, clauses: Sql): Promise<MailboxEmail[]> {
  return query(db, MailboxEmail)`
    select id, recipient, subject, body_text as "bodyText", body_html as "bodyHtml",
      unsubscribe_url as "unsubscribeUrl", sent_at as "sentAt"
    from mailbox ${clauses}`
}
