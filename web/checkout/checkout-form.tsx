import { type FormEvent, type ReactNode, useRef } from 'react'
import { Form } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'
import type { FormState } from '../forms/form-result.ts'
import { SuggestionField } from '../ui/fields/suggestion-field.tsx'
import { addressFields, type CheckoutField, CONTACT_FIELDS, type FieldName } from './checkout-fields.ts'
import { CountrySelect } from './country-select.tsx'
import { GiftFields, type GiftWrapChoice } from './gift-fields.tsx'
import { useFormDraft } from './use-form-draft.ts'

type AddressValues = Partial<Record<FieldName, string>>

type Props = {
  region: RegionCode
  formState: FormState
  /** Editing a field hides its error. */
  editedFields: ReadonlySet<string>
  values: AddressValues
  /** Resets the address fields when it changes. */
  selectedAddressId: string | undefined
  /** The shopper has to sign in before the order is placed, and comes back. */
  leavesToSignIn: boolean
  giftWrap: GiftWrapChoice | null | undefined
  reminder: ReactNode
  onEdit: (name: string) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  savedAddresses: ReactNode
  hidden: Record<string, string>
  children: ReactNode
}

export const CHECKOUT_FORM = 'checkout'

export function CheckoutForm({
  region,
  formState,
  editedFields,
  values,
  selectedAddressId,
  leavesToSignIn,
  giftWrap,
  reminder,
  onEdit,
  onSubmit,
  savedAddresses,
  hidden,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const saveDraft = useFormDraft(form, leavesToSignIn)
  const errors = Object.entries(formState.fields ?? {}).filter(([name]) => !editedFields.has(name))
  const uneditedErrors: Record<string, string | undefined> = Object.fromEntries(errors)
  const fields = (list: readonly CheckoutField[]) =>
    list.map((field) => (
      <SuggestionField
        key={field.name}
        label={field.label}
        name={field.name}
        type={field.type ?? 'text'}
        hint={field.hint}
        suggestions={field.suggestions}
        aria-required
        autoComplete={field.name === 'email' ? 'email' : `shipping ${field.autoComplete}`}
        inputMode={field.type}
        className={field.halfWidth ? '' : 'col-span-2'}
        defaultValue={formState.values?.[field.name] ?? values[field.name] ?? ''}
        error={uneditedErrors[field.name]}
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
        saveDraft()
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) onEdit(target.name)
      }}
      onSubmit={(event) => {
        saveDraft()
        onSubmit(event)
      }}
      className="space-y-14"
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-8 text-ink-soft text-small">Fields marked * are required.</p>
      <FormSection title="Contact">
        {fields(CONTACT_FIELDS)}
        {reminder}
      </FormSection>
      <FormSection key={selectedAddressId} title="Shipping Address">
        {savedAddresses}
        <CountrySelect region={region} />
        {fields(addressFields(region))}
        <GiftFields giftWrap={giftWrap} values={formState.values} errors={uneditedErrors} />
      </FormSection>
      <FormSection title="Payment Method">{children}</FormSection>
    </Form>
  )
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-display text-name">{title}</legend>
      <div className="mt-6 grid grid-cols-2 gap-x-6 gap-y-7 sm:gap-x-8">{children}</div>
    </fieldset>
  )
}
