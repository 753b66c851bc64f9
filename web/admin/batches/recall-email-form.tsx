import type { Batch } from '#core/batches/batches.server.ts'
import type { RecallEmail } from '#core/batches/recall/recall-email.ts'
import type { RecipientCount } from '#core/batches/recall/recall-recipients.server.ts'
import type { SentRecallEmail } from '#core/batches/recall/send-recall-emails.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { BatchResult } from './batch-forms.ts'

type Props = { batch: Batch; email: SentRecallEmail | null; proposed: RecallEmail; count: RecipientCount }

export function RecallEmailForm({ batch, email, proposed, count }: Props) {
  const path = useAdminPath()(`products/batches/${batch.id}/emails`)
  const preview = usePageResult<BatchResult>()?.preview
  if (email) return <SentEmail email={email} count={count} />
  if (count.orders === 0)
    return (
      <Section title="Email">
        <p className="text-ink-soft">No order was sent this batch, so there’s nobody to email.</p>
      </Section>
    )
  const recipients = pluralize(count.orders, 'order', 'orders')
  return (
    <Section title="Email">
      <ActionForm
        action={path}
        buttonActions={[`${path}/preview`]}
        noValidate
        className="max-w-prose space-y-3"
      >
        <p className="text-ink-soft">
          To everyone who got the batch: {recipients}, each once, whatever emails they chose to get. Product,
          batch number, quantity, and a link to the order are added below the message.
        </p>
        <Field label="Subject" name="subject" defaultValue={proposed.subject} maxLength={200} />
        <TextareaField
          label="Message"
          name="message"
          rows={12}
          defaultValue={proposed.message}
          maxLength={5000}
          hint="Leave a blank line between paragraphs."
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="secondary" formAction={`${path}/preview`}>
            Preview
          </SubmitButton>
          <SubmitButton>{`Send to ${recipients}`}</SubmitButton>
        </div>
      </ActionForm>
      {preview && (
        <section aria-label="Preview" className="mt-6 max-w-prose border border-hairline bg-white p-5">
          <p className="wrap-anywhere whitespace-pre-line">{preview}</p>
        </section>
      )}
    </Section>
  )
}

function SentEmail({
  email: { subject, message, createdAt },
  count,
}: Pick<Props, 'count'> & { email: SentRecallEmail }) {
  return (
    <Section title="Email">
      <p>
        Sent on <Timestamp at={createdAt} showTime /> to {count.emailed} of{' '}
        {pluralize(count.orders, 'order', 'orders')}.
      </p>
      <details className="mt-2">
        <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
          Show text…
        </summary>
        <p className="mt-2 font-display text-name">{subject}</p>
        <p className="wrap-anywhere max-w-prose whitespace-pre-line">{message}</p>
      </details>
    </Section>
  )
}
