import type { SentOrderEmail } from '#core/orders/emails/list-order-emails.server.ts'
import type { ResendableEmail } from '#core/orders/emails/resend-order-email.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import { Timestamp } from '../ui/timestamp.tsx'

type Props = { number: string; emails: SentOrderEmail[]; resendable: ResendableEmail[] }

/** One line that opens. The latest email of a kind can be sent again, as can one that an older order never had. */
export function OrderEmails({ number, emails, resendable }: Props) {
  const missing = resendable.filter((kind) => emails.every((email) => email.kind !== kind))
  if (!emails.length && !missing.length) return null
  return (
    <details className="mt-1">
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        {describeEmails(emails)}
      </summary>
      <ul className="mt-2 border-hairline border-t">
        {emails.map(({ id, kind, recipient, state, queuedAt, sentAt }, index) => {
          const isLatest = emails.findLastIndex((email) => email.kind === kind) === index
          const again = isLatest ? resendable.find((candidate) => candidate === kind) : undefined
          return (
            <li key={id} className={ROW}>
              <span>{emailName(kind)}</span>
              <span className="min-w-0 truncate text-ink-soft">{recipient}</span>
              <span className="ml-auto text-ink-soft">
                {STATE_LABELS[state]} <Timestamp at={sentAt ?? queuedAt} showTime />
              </span>
              {again && <ResendForm number={number} kind={again} />}
            </li>
          )
        })}
        {missing.map((kind) => (
          <li key={kind} className={ROW}>
            <span>{emailName(kind)}</span>
            <span className="ml-auto text-ink-soft">Not sent</span>
            <ResendForm number={number} kind={kind} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const ROW = 'flex min-h-10 flex-wrap items-center gap-x-4 border-hairline border-b py-1'
const STATE_LABELS = { waiting: 'Queued', sent: 'Sent', failed: 'Failed' }

function ResendForm({ number, kind }: { number: string; kind: ResendableEmail }) {
  return (
    <ActionForm action={useAdminPath()(`orders/${number}/emails`)} preventScrollReset>
      <input type="hidden" name="email" value={kind} />
      <TextButton>
        Resend<span className="sr-only">: {emailName(kind)}</span>
      </TextButton>
    </ActionForm>
  )
}

function describeEmails(emails: SentOrderEmail[]): string {
  const count = (state: SentOrderEmail['state']) => emails.filter((email) => email.state === state).length
  const [sent, waiting, failed] = [count('sent'), count('waiting'), count('failed')]
  const parts = [
    !emails.length && 'No emails sent',
    sent > 0 && `${pluralize(sent, 'email', 'emails')} sent`,
    waiting > 0 && `${pluralize(waiting, 'email', 'emails')} queued`,
    failed > 0 && `${pluralize(failed, 'email', 'emails')} failed`,
  ]
  return parts.filter(Boolean).join(', ')
}

const EMAIL_NAMES: Record<string, string> = {
  'order-confirmed': 'Order confirmation',
  shipped: 'Shipping confirmation',
  delivered: 'Delivery confirmation',
} satisfies Record<ResendableEmail, string>

/** 'payment-failed' is Payment failed. */
function emailName(kind: string): string {
  return EMAIL_NAMES[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
}
