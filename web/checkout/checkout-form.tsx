import { type FormEvent, type ReactNode, useRef } from 'react'
import { Form } from 'react-router'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import type { FormState } from '../account/outcome.ts'
import { Field } from '../ui/field.tsx'
import { addressFields, type CheckoutField, CONTACT, type FieldName } from './checkout-fields.ts'
import { useKeptForm } from './kept-form.ts'

type Values = Partial<Record<FieldName, string>>

type Props = {
  region: RegionCode
  told: FormState
  /** Whose error is no more, since it was edited. */
  edited: ReadonlySet<string>
  values: Values
  /** Another saved address fills its fields anew. */
  chosen: string | undefined
  onEdit: (name: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Before the address: those that are saved. */
  saved: ReactNode
  /** What the attempt needs besides what is typed. */
  hidden: Record<string, string>
  children: ReactNode
}

export const CHECKOUT_FORM = 'checkout'

export function CheckoutForm({
  region,
  told,
  edited,
  values,
  chosen,
  onEdit,
  onSubmit,
  saved,
  hidden,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const keep = useKeptForm(form)
  const fields = (list: readonly CheckoutField[]) =>
    list.map((field) => (
      <Field
        key={field.name}
        label={field.label}
        name={field.name}
        type={field.type ?? 'text'}
        hint={field.hint}
        aria-required
        autoComplete={field.name === 'email' ? 'email' : `shipping ${field.complete}`}
        inputMode={field.type}
        className={field.half ? '' : 'col-span-2'}
        defaultValue={told.values?.[field.name] ?? values[field.name] ?? ''}
        error={edited.has(field.name) ? undefined : told.fields?.[field.name]}
      />
    ))
  return (
    <Form
      ref={form}
      id={CHECKOUT_FORM}
      method="post"
      noValidate
      preventScrollReset
      onInput={({ target }) => {
        keep()
        if (target instanceof HTMLInputElement) onEdit(target.name)
      }}
      onSubmit={(event) => {
        keep()
        onSubmit(event)
      }}
      className="space-y-14"
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Part title="Contact">{fields(CONTACT)}</Part>
      <Part key={chosen} title="Shipping Address">
        {saved}
        {fields(addressFields(region))}
        <p className="col-span-2 text-ink-soft text-small">
          Delivered to {REGIONS[region].country}. For another country, choose it at the top of the page.
        </p>
      </Part>
      <Part title="Payment Method">{children}</Part>
    </Form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-display text-name">{title}</legend>
      <div className="mt-6 grid grid-cols-2 gap-x-6 gap-y-7 sm:gap-x-8">{children}</div>
    </fieldset>
  )
}
