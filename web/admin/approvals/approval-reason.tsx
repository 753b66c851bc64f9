import { APPROVAL_NEEDED, MAX_APPROVAL_REASON } from '#core/approval-rules/approval-texts.ts'
import { formatMoney } from '#core/money.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { useApprovals } from './approvals-context.ts'

type Props = {
  /** Whether the form's action needs approval, or may need it. */
  isNeeded: boolean
  note?: string
  error?: string
}

/** Also shown if the rules changed after the page was opened, so that the action was refused without a reason. */
export function ApprovalReason({ isNeeded, note = APPROVAL_NEEDED, error }: Props) {
  const { fields } = useFieldStates()
  if (!isNeeded && !error && !fields?.approval_reason) return null
  return (
    <div className="space-y-2 border-metal border-l-2 pl-4">
      <p>{note}</p>
      <Field
        label="Reason for approval"
        name="approval_reason"
        maxLength={MAX_APPROVAL_REASON}
        autoComplete="off"
        hint="The person who decides reads it."
        error={error}
      />
    </div>
  )
}

/** The limit is for all refunds of an order together. */
export function RefundApprovalReason() {
  const { refundsAbove } = useApprovals().rules
  const limit = formatMoney({ amount: refundsAbove ?? 0, currency: 'usd' })
  const note = `Refunds of more than ${limit} per order need a second person’s approval.`
  return <ApprovalReason isNeeded={refundsAbove !== null} note={note} />
}
