import { createTransport } from 'nodemailer'
import type { Mail } from '#core/mail/mail.ts'
import { mailboxMail } from '#core/mail/mailbox.server.ts'
import type { Db } from '#db/connection.ts'
import type { Config } from './config.ts'

/** SMTP where it is configured; else, in the demo, the mailbox page. */
export function openMail(config: Config, db: Db): Mail {
  if (!config.SMTP_URL) return mailboxMail(db)
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  const host = new URL(config.PUBLIC_URL).hostname
  return {
    async send({ id, to, subject, text, html }) {
      await transport.sendMail({ to, subject, text, html, messageId: `<${id}@${host}>` })
    },
  }
}
