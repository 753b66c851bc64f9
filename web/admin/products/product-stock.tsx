import type { StockMovement } from '#core/catalog/stock.server.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { STOCK_REASON_OPTIONS, stockReasonLabel } from './product-labels.ts'

type Props = {
  productId: string
  action: string
  stock: { available: number; held: number }
  /** Units without a batch number. Null if the product has no batches. */
  unnumbered: number | null
  movements: StockMovement[]
  idempotencyKey: string
  onSubmit: () => void
}

export function ProductStock({
  productId,
  action,
  stock,
  unnumbered,
  movements,
  idempotencyKey,
  onSubmit,
}: Props) {
  const { available, held } = stock
  return (
    <Section title="Stock">
      <dl className="tabular mb-4 grid grid-cols-3 border-hairline border-y py-2">
        {[
          ['Available', available],
          ['Reserved', held],
          ['On hand', available + held],
        ].map(([name, count]) => (
          <div key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-lead">{count}</dd>
          </div>
        ))}
      </dl>
      <ActionForm action={action} className="space-y-3" noValidate onSubmit={onSubmit}>
        <input type="hidden" name="key" value={idempotencyKey} />
        <div className="grid grid-cols-2 gap-4">
          <Field label="Adjust by" name="change" inputMode="numeric" placeholder="12 or -3" />
          <Select label="Reason" name="reason" options={STOCK_REASON_OPTIONS} />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Field label="Batch number" name="batch" maxLength={50} autoComplete="off" />
          <Field label="Expires on" name="expiresOn" type="date" />
        </div>
        <p className="text-ink-soft">
          A number that is new, with the reason “Received”, adds a batch. Leave both blank for units without
          one.
        </p>
        <Field label="Note" name="note" maxLength={500} />
        <SubmitButton variant="secondary">Adjust stock</SubmitButton>
      </ActionForm>
      <BatchSummary productId={productId} unnumbered={unnumbered} />
      <StockLedger movements={movements} />
    </Section>
  )
}

function BatchSummary({ productId, unnumbered }: Pick<Props, 'productId' | 'unnumbered'>) {
  if (unnumbered === null) return null
  return (
    <p className="mt-4">
      <AdminLink to={`products/batches?in=${productId}`}>View batches</AdminLink>
      {unnumbered > 0 && (
        <span className="text-ink-soft">
          {' '}
          {pluralize(unnumbered, 'unit has', 'units have')} no batch number.
        </span>
      )}
    </p>
  )
}

const LATEST_COUNT = 6

function StockLedger({ movements }: { movements: StockMovement[] }) {
  const [latest, earlier] = [movements.slice(0, LATEST_COUNT), movements.slice(LATEST_COUNT)]
  if (!latest.length) return null
  return (
    <div className="mt-5">
      <MovementList label="Stock history" movements={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="link-line mt-1 inline-flex min-h-9 cursor-pointer list-none items-center">
            Show earlier…
          </summary>
          <MovementList label="Earlier stock history" movements={earlier} />
        </details>
      )}
    </div>
  )
}

function MovementList({ label, movements }: { label: string; movements: StockMovement[] }) {
  return (
    <ul aria-label={label} className="tabular border-hairline border-t">
      {movements.map(({ id, change, reason, orderNumber, by, note, at, batchId, batchNumber }) => (
        <li key={id} className="grid grid-cols-[3.5rem_1fr_auto] border-hairline border-b py-1.5">
          <span className={change < 0 ? '' : 'text-moss'}>{change > 0 ? `+${change}` : change}</span>
          <span className="min-w-0 truncate" title={note ?? by ?? undefined}>
            {stockReasonLabel(reason)}{' '}
            {orderNumber && <AdminLink to={`orders/${orderNumber}`}>{orderNumber}</AdminLink>}
            {batchNumber && <AdminLink to={`products/batches/${batchId}`}>{batchNumber}</AdminLink>}
            {note && <span className="text-ink-soft"> {note}</span>}
          </span>
          <span className="text-ink-soft">
            <Timestamp at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
