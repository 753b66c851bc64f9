import { createTransport } from 'nodemailer'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { mailboxTransport } from '#core/email/mailbox.server.ts'
import type { Db } from '#db/connection.ts'
import type { Config } from './config.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
// Each answer of a slow mail server restarts the timeouts above, so an email also has a limit as a whole.
const SEND_TIMEOUT = 25_000

export function createEmailTransport(
  config: Config,
  db: Db,
  { sendTimeout = SEND_TIMEOUT } = {},
): EmailTransport {
  if (!config.SMTP_URL) return mailboxTransport(db)
  const transport = createTransport({ url: config.SMTP_URL, ...TIMEOUTS }, { from: config.MAIL_FROM })
  const host = new URL(config.PUBLIC_URL).hostname
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const headers = unsubscribeUrl ? oneClickUnsubscribe(unsubscribeUrl) : undefined
      const signal = AbortSignal.timeout(sendTimeout)
      await transport.sendMail({ to, subject, text, html, headers, messageId: `<${id}@${host}>`, signal })
    },
  }
}

// RFC 8058: the email client's unsubscribe button posts to this URL.
function oneClickUnsubscribe(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export async function checkMailServer({ SMTP_URL: url }: Pick<Config, 'SMTP_URL'>): Promise<void> {
  if (!url) throw new Error('SMTP_URL is not set')
  const transport = createTransport({ url, ...TIMEOUTS })
  await transport.verify().finally(() => transport.close())
}
