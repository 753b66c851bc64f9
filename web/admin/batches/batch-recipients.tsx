import type { Batch } from '#core/batches/batches.server.ts'
import type { Recipient, RecipientCount } from '#core/batches/recall/recall-recipients.server.ts'
import type { RecallRefund } from '#core/batches/recall/recall-refunds.server.ts'
import { formatMoney } from '#core/money.ts'
import type { ListPage } from '#core/pagination.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason, RefundApprovalReason } from '../approvals/approval-reason.tsx'
import { CellLink } from '../ui/admin-link.tsx'
import { Can, useCan } from '../ui/can.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

/** `refunds` are by order ID. */
type Props = {
  batch: Batch
  recipients: ListPage<Recipient>
  count: RecipientCount
  refunds: Record<string, RecallRefund>
}

export function BatchRecipients({ batch, recipients, count, refunds }: Props) {
  const can = useCan()
  const columns: Column<Recipient>[] = [
    {
      title: 'Order',
      placement: 'lead',
      cell: ({ orderNumber }) => <CellLink to={`orders/${orderNumber}`}>{`#${orderNumber}`}</CellLink>,
    },
    {
      title: 'Customer',
      cell: ({ buyer, email }) => (
        <>
          <bdi>{buyer}</bdi>
          {email && (
            <span className="wrap-anywhere block text-ink-soft">
              <EmailText email={email} />
            </span>
          )}
        </>
      ),
    },
    { title: 'Country', placement: 'desktop', cell: ({ country }) => country },
    { title: 'Shipped', cell: ({ shippedAt }) => <Timestamp at={shippedAt} /> },
    {
      title: 'Sent',
      align: 'end',
      placement: 'side',
      cell: (recipient) => <span className="whitespace-nowrap">{describeUnits(recipient)}</span>,
    },
    ...(batch.recalledAt ? [{ title: 'Emailed', placement: 'desktop' as const, cell: emailedCell }] : []),
  ]
  const refundColumn: Column<Recipient> = {
    title: 'Refund',
    cell: (recipient) => (
      <RefundCell batchId={batch.id} recipient={recipient} refund={refunds[recipient.orderId]} />
    ),
  }
  const showsRefunds = batch.recalledAt !== null && can('orders.refund')
  const hasDue = Object.values(refunds).some(({ state }) => state === 'due')
  return (
    <Section title="Who got it">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-ink-soft">
          {pluralize(count.orders, 'order', 'orders')} with {pluralize(count.units, 'unit', 'units')}
          {count.returned > 0 && `, of which ${count.returned} came back`}
        </p>
        <ExportLink list="batch-recipients" scope={batch.id} />
      </div>
      <DataTable
        label="Recipients"
        columns={showsRefunds ? [...columns, refundColumn] : columns}
        rows={recipients.rows}
        empty="No order was sent this batch."
      />
      <Pager next={recipients.next} previous={recipients.previous} />
      {showsRefunds && hasDue && <RefundAll batchId={batch.id} />}
    </Section>
  )
}

function describeUnits({ quantity, returned }: Recipient): string {
  const units = pluralize(quantity, 'unit', 'units')
  return returned > 0 ? `${units}, ${returned} back` : units
}

function emailedCell({ emailedAt }: Recipient) {
  return emailedAt ? <Timestamp at={emailedAt} /> : 'Not yet'
}

type RefundCellProps = { batchId: string; recipient: Recipient; refund: RecallRefund | undefined }

function RefundCell({ batchId, recipient, refund }: RefundCellProps) {
  const adminPath = useAdminPath()
  if (!refund || refund.state === 'none')
    return recipient.paymentMethod === 'demo' ? 'Test order' : 'Nothing due'
  if (refund.state === 'refunded') return 'Refunded'
  if (refund.state === 'waiting') return 'Waiting for approval'
  const amount = formatMoney(refund)
  return (
    <ActionForm
      action={adminPath(`products/batches/${batchId}/refunds/${recipient.orderId}`)}
      className="space-y-2"
    >
      <ApprovalReason isNeeded={false} />
      <SubmitButton variant="secondary" aria-label={`Refund ${amount} of order ${recipient.orderNumber}`}>
        {`Refund ${amount}`}
      </SubmitButton>
    </ActionForm>
  )
}

function RefundAll({ batchId }: { batchId: string }) {
  const adminPath = useAdminPath()
  return (
    <Can to="orders.refund">
      <div className="mt-4">
        <ConfirmDetails
          label="Refund all…"
          question="Refund the units of this batch to all customers who got them, without shipping? Up to 50 orders are refunded at a time."
          action={adminPath(`products/batches/${batchId}/refunds`)}
          confirmLabel="Refund all"
        >
          <RefundApprovalReason />
        </ConfirmDetails>
      </div>
    </Can>
  )
}
