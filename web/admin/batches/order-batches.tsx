import { type AssignedBatch, batchText, type ItemBatches } from '#core/batches/order-batch.ts'
import type { BatchChoice } from '#core/batches/order-batches.server.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'

type Props = {
  number: string
  productName: string
  item: ItemBatches
  /** Batches to choose from; none if they can no longer be changed. */
  choices: BatchChoice[]
}

/** Below an item of an order: which batches it leaves from, and what to do if none has enough. */
export function OrderItemBatches({ number, productName, item, choices }: Props) {
  const { productId, assigned, lacking } = item
  const own = choices.filter((choice) => choice.productId === productId)
  return (
    <span className="block text-ink-soft">
      {assigned.map((batch) => (
        <AssignedLine key={batch.id} {...{ number, productName, productId, batch }} choices={own} />
      ))}
      {lacking > 0 && (
        <span className="block text-rosewood">
          {lacking === 1 ? '1 unit has' : `${lacking} units have`} no batch that can be sent: those that are
          left are expired, recalled, or assigned to other orders.
        </span>
      )}
    </span>
  )
}

type LineProps = Pick<Props, 'number' | 'productName' | 'choices'> & {
  productId: string
  batch: AssignedBatch
}

function AssignedLine({ number, productName, productId, batch, choices }: LineProps) {
  const can = useCan()
  const { id, quantity, returned, isRecalled } = batch
  const text = `${quantity} × ${batchText(batch)}`
  const others = choices.filter((choice) => choice.id !== id)
  return (
    <span className="block">
      {batch.number !== null && can('products.view') ? (
        <AdminLink to={`products/batches/${id}`}>{text}</AdminLink>
      ) : (
        text
      )}
      {returned > 0 && `, ${returned} came back`}
      {isRecalled && <span className="text-rosewood"> Recalled</span>}
      {others.length > 0 && can('orders.ship') && (
        <ChooseBatch {...{ number, productName, productId, batch }} choices={others} />
      )}
    </span>
  )
}

function ChooseBatch({ number, productName, productId, batch, choices }: LineProps) {
  const action = useAdminPath()(`orders/${number}/batches`)
  const { values } = useOwnResult(action)
  return (
    <details open={values?.from === batch.id && values.productId === productId}>
      <summary className="link-line inline-flex min-h-8 cursor-pointer list-none items-center">
        Change batch…
        <span className="sr-only">
          {' '}
          {batchText(batch)} of {productName}
        </span>
      </summary>
      <ActionForm action={action} className="flex max-w-prose flex-wrap items-end gap-3 pb-2">
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="from" value={batch.id} />
        <Select
          label="Batch"
          name="to"
          options={choices.map((choice) => [choice.id, `${batchText(choice)} (${choice.remaining} left)`])}
        />
        <Select
          label="Units"
          name="quantity"
          defaultValue={String(batch.quantity)}
          options={Array.from({ length: batch.quantity }, (_, index) => [
            String(index + 1),
            String(index + 1),
          ])}
        />
        <SubmitButton variant="secondary">Change batch</SubmitButton>
      </ActionForm>
    </details>
  )
}
