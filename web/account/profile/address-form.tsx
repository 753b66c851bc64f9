import { useState } from 'react'
import { href, useRouteLoaderData } from 'react-router'
import type { SavedAddress } from '#core/customers/profile.ts'
import { DEFAULT_REGION, isRegionCode, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { STATES } from '#core/regions/states.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { PageForm } from '#web/forms/page-form.tsx'
import type { loader } from '#web/storefront/layout.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SuggestionField } from '#web/ui/fields/suggestion-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { tabPath } from './profile-tabs.ts'

type AddressFieldName = 'firstName' | 'lastName' | 'address' | 'city' | 'state' | 'zipCode'

const FIELDS: { name: AddressFieldName; label: string; autoComplete: string; halfWidth?: boolean }[] = [
  { name: 'firstName', label: 'First Name *', autoComplete: 'given-name', halfWidth: true },
  { name: 'lastName', label: 'Last Name *', autoComplete: 'family-name', halfWidth: true },
  { name: 'address', label: 'Address *', autoComplete: 'street-address' },
  { name: 'city', label: 'City *', autoComplete: 'address-level2' },
  { name: 'state', label: 'State *', autoComplete: 'address-level1', halfWidth: true },
  { name: 'zipCode', label: 'ZIP Code *', autoComplete: 'postal-code', halfWidth: true },
]

export function AddressForm({ address }: { address?: SavedAddress }) {
  const { country, countries, setCountry } = useCountry(address)
  return (
    <div className="max-w-[34rem]">
      <h2 className="font-display text-name">{address ? 'Edit Address' : 'Add New Address'}</h2>
      <p className="mt-3 text-ink-soft text-small">Fields marked * are required.</p>
      <FormNotice className="mt-8" />
      <PageForm
        action={address ? href('/profile/addresses/:id', { id: address.id }) : href('/profile/addresses')}
        className="grid gap-x-8 gap-y-7 space-y-0! sm:grid-cols-2"
      >
        <Field
          label="Address Label"
          name="label"
          placeholder="Home, Work, etc."
          autoComplete="off"
          className="sm:col-span-2"
          defaultValue={address?.label ?? ''}
        />
        <Select
          label="Country"
          name="country"
          autoComplete="shipping country"
          className="sm:col-span-2"
          defaultValue={country}
          hint="Checkout offers the address for orders to this country."
          options={[...countries].map((code) => [code, REGIONS[code].country])}
          onChange={({ currentTarget: { value } }) => isRegionCode(value) && setCountry(value)}
        />
        {FIELDS.map(({ name, label, autoComplete, halfWidth }) => (
          <SuggestionField
            key={name}
            label={label}
            name={name}
            aria-required
            autoComplete={`shipping ${autoComplete}`}
            className={halfWidth ? '' : 'sm:col-span-2'}
            defaultValue={address?.[name] ?? ''}
            suggestions={name === 'state' ? STATES[country] : undefined}
          />
        ))}
        <Field
          label="Phone Number"
          name="phone"
          type="tel"
          autoComplete="shipping tel"
          className="sm:col-span-2"
          defaultValue={address?.phone ?? ''}
        />
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3 sm:col-span-2">
          <SubmitButton>Save Address</SubmitButton>
          <Link
            to={tabPath('addresses')}
            preventScrollReset
            className="link-line inline-flex min-h-12 items-center text-small"
          >
            Cancel
          </Link>
        </div>
      </PageForm>
    </div>
  )
}

/** Starts with the address's country, even if the store no longer ships there, or else with the shopper's. */
function useCountry(address: SavedAddress | undefined) {
  const { region, regions } = useRouteLoaderData<typeof loader>('storefront/layout') ?? {}
  const [country, setCountry] = useState<RegionCode>(address?.country ?? region?.code ?? DEFAULT_REGION)
  return { country, countries: new Set([...(regions ?? []), country]), setCountry }
}
