import type { AdverseEvent } from '#core/adverse-events/adverse-events.server.ts'
import { SEVERITY_NAMES } from '#core/adverse-events/severity.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type Props = {
  /** What the fields start from. */
  event: Partial<AdverseEvent>
  today: string
}

export function AdverseEventFields({ event, today }: Props) {
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field
          label="Order number"
          name="order"
          defaultValue={event.orderNumber ?? ''}
          maxLength={64}
          autoComplete="off"
          hint="If you know it."
        />
        <Field
          label="Product"
          name="product"
          defaultValue={event.productName ?? ''}
          maxLength={200}
          autoComplete="off"
          hint="Its name or SKU. Blank if the order has only this product."
        />
        <Field
          label="Batch number"
          name="batch"
          defaultValue={event.batchNumber ?? ''}
          maxLength={50}
          autoComplete="off"
          hint="It is printed on the package."
        />
        <Field
          label="Email"
          name="email"
          type="email"
          defaultValue={event.email ?? ''}
          maxLength={254}
          autoComplete="off"
          hint="Of the person who reported it. Blank for the order’s."
        />
        <Field
          label="Received on"
          name="receivedOn"
          type="date"
          defaultValue={event.receivedOn ?? today}
          max={today}
        />
        <Select
          label="Severity"
          name="severity"
          defaultValue={event.severity ?? 'other'}
          options={Object.entries(SEVERITY_NAMES)}
          hint="Serious: a hospital stay, a lasting disability, danger to life, an infection, disfigurement, or death."
        />
      </div>
      <TextareaField
        label="What happened"
        name="description"
        rows={6}
        defaultValue={event.description ?? ''}
        maxLength={5000}
        hint="Without the person’s name: this text is stored for six years, also if they delete their account."
      />
      <TextareaField
        label="What was done"
        name="actionTaken"
        rows={3}
        defaultValue={event.actionTaken ?? ''}
        maxLength={2000}
      />
      <Field
        label="Reported to the authority on"
        name="reportedOn"
        type="date"
        defaultValue={event.reportedOn ?? ''}
        max={today}
        className="max-w-60"
      />
    </>
  )
}
