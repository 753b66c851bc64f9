import { createTransport } from 'nodemailer'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { mailboxTransport } from '#core/email/mailbox.server.ts'
import { ExternalError } from '#core/log.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { type Config, isLocalUrl } from './config.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
// Each answer of a slow mail server restarts the timeouts above, so an email also has a limit as a whole.
const SEND_TIMEOUT = 25_000

export function createEmailTransport(
  config: Config,
  db: Db,
  { sendTimeout = SEND_TIMEOUT } = {},
): EmailTransport {
  if (!config.SMTP_URL) return mailboxTransport(db)
  const transport = createTransport(smtpOptions(config.SMTP_URL))
  const host = new URL(config.PUBLIC_URL).hostname
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      const headers = unsubscribeUrl ? oneClickUnsubscribe(unsubscribeUrl) : undefined
      const signal = AbortSignal.timeout(sendTimeout)
      const messageId = `<${id}@${host}>`
      // As text, an address with a comma would be a list.
      const recipient = { name: '', address: to }
      const from = await readSender(config, db)
      await transport
        .sendMail({ from, to: recipient, subject, text, html, headers, messageId, signal })
        .catch((error) => {
          throw new MailServerError(error.message, { cause: error, code: describeRefusal(error) })
        })
    },
  }
}

/** The owner chooses the name; the address is part of the infrastructure. */
async function readSender({ MAIL_FROM: sender }: Config, db: Db) {
  const { emails, store } = await readStoreSettings(db)
  const address = /<([^<>]+)>\s*$/.exec(sender)?.[1]
  if (address && !emails.senderName) return sender
  return { name: emails.senderName || store.name, address: address ?? sender }
}

class MailServerError extends ExternalError {}

type SmtpError = Error & { code?: string; command?: string; response?: string }

/** Such as `EENVELOPE RCPT TO 550 5.1.1`, without the server’s words, which name the recipient. */
function describeRefusal({ code, command, response = '' }: SmtpError): string {
  const [status] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? []
  return [code, command, status].filter(Boolean).join(' ')
}

/** Without STARTTLS, others on the network could read reset links. Options in the URL win, such as requireTLS=false. */
function smtpOptions(url: string) {
  // Emails are text of the store's own; nothing in them names a file or URL to read.
  const access = { disableFileAccess: true, disableUrlAccess: true }
  return { ...TIMEOUTS, ...access, requireTLS: url.startsWith('smtp:') && !isLocalUrl(url), url }
}

// RFC 8058: the email client's unsubscribe button posts to this URL.
function oneClickUnsubscribe(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export async function checkMailServer({ SMTP_URL: url }: Pick<Config, 'SMTP_URL'>): Promise<void> {
  if (!url) throw new Error('SMTP_URL is not set')
  const transport = createTransport(smtpOptions(url))
  await transport.verify().finally(() => transport.close())
}
