import type { DraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import { ADDRESS_FORMATS } from '#core/regions/address-format.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { STATES } from '#core/regions/states.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SuggestionField } from '#web/ui/fields/suggestion-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Section } from '../ui/section.tsx'

type Props = {
  path: string
  draft: DraftOrder
  regions: readonly RegionCode[]
  /** The customer's own address, until the draft has one. */
  suggestedAddress: Partial<NonNullable<DraftOrder['shippingAddress']>>
}

export function DraftDetailsForm({ path, draft, regions, suggestedAddress }: Props) {
  const { version, region, offerCode, message } = draft
  const address = draft.shippingAddress ?? suggestedAddress
  const format = ADDRESS_FORMATS[region]
  return (
    <Section title="Delivery and message">
      <ActionForm key={version} action={`${path}/details`} noValidate className="max-w-prose space-y-4">
        <input type="hidden" name="version" value={version} />
        <Select
          label="Region"
          name="region"
          defaultValue={region}
          options={regions.map((code): [string, string] => [code, REGIONS[code].country])}
          hint="Save to see its prices and tax."
        />
        <div className="grid grid-cols-2 gap-x-6 gap-y-4">
          <Field label="First name" name="firstName" defaultValue={address.firstName} autoComplete="off" />
          <Field label="Last name" name="lastName" defaultValue={address.lastName} autoComplete="off" />
          <Field
            label="Address"
            name="address"
            defaultValue={address.address}
            autoComplete="off"
            className="col-span-2"
          />
          <Field
            label="City"
            name="city"
            defaultValue={address.city}
            autoComplete="off"
            className="col-span-2"
          />
          <SuggestionField
            label={format.state}
            name="state"
            defaultValue={address.state}
            autoComplete="off"
            suggestions={STATES[region]}
          />
          <Field label={format.zipCode} name="zipCode" defaultValue={address.zipCode} autoComplete="off" />
          <Field
            label="Mobile number"
            name="mobileNumber"
            type="tel"
            defaultValue={address.mobileNumber}
            autoComplete="off"
            className="col-span-2"
          />
        </div>
        <Field label="Offer code" name="code" defaultValue={offerCode ?? ''} autoComplete="off" />
        <TextareaField
          label="Message to the customer"
          name="message"
          rows={2}
          maxLength={500}
          defaultValue={message ?? ''}
          hint="In the email with the payment link."
        />
        <SubmitButton variant="secondary">Save</SubmitButton>
      </ActionForm>
    </Section>
  )
}
