import type { Batch } from '#core/batches/batches.server.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'

type Props = { batch: Batch; open: number; recipients: number }

export function RecallBatch({ batch: { id, number, remaining, assigned }, open, recipients }: Props) {
  const adminPath = useAdminPath()
  const question = [
    `This takes ${pluralize(remaining + assigned, 'unit', 'units')} out of stock at once.`,
    open > 0 &&
      `${pluralize(open, 'open order gets', 'open orders get')} units of other batches if there are any, or can’t be shipped.`,
    recipients > 0 &&
      `${pluralize(recipients, 'order has', 'orders have')} been sent this batch. You can email and refund them afterwards.`,
    'A recall can’t be undone.',
  ]
  return (
    <Section title="Recall">
      <ConfirmDetails
        label="Recall this batch…"
        question={question.filter(Boolean).join(' ')}
        action={adminPath(`products/batches/${id}/recall`)}
        confirmLabel="Recall"
      >
        <TextareaField
          label="Reason"
          name="reason"
          rows={3}
          maxLength={1000}
          hint="The email to customers starts with it. You can change the email before you send it."
        />
        <Field label={`Type ${number} to confirm`} name="confirm" autoComplete="off" maxLength={50} />
      </ConfirmDetails>
    </Section>
  )
}
