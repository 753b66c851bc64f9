import { ADDRESS_FORMATS } from '#core/regions/address-format.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { STATES } from '#core/regions/states.ts'
import type { Option } from '../ui/fields/options.tsx'

export type FieldName =
  | 'email'
  | 'mobileNumber'
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'

export type CheckoutField = {
  name: FieldName
  label: string
  autoComplete: string
  halfWidth?: boolean
  type?: 'email' | 'tel'
  hint?: string
  suggestions?: readonly Option[]
}

export const CONTACT_FIELDS: readonly CheckoutField[] = [
  { name: 'email', label: 'Email *', autoComplete: 'email', type: 'email' },
]

/** Labeled for the destination country, in the order that browsers autofill. */
export function addressFields(region: RegionCode): CheckoutField[] {
  const addressForm = ADDRESS_FORMATS[region]
  return [
    { name: 'firstName', label: 'First Name *', autoComplete: 'given-name', halfWidth: true },
    { name: 'lastName', label: 'Last Name *', autoComplete: 'family-name', halfWidth: true },
    { name: 'address', label: 'Address *', autoComplete: 'street-address' },
    { name: 'city', label: 'City *', autoComplete: 'address-level2' },
    {
      name: 'state',
      label: `${addressForm.state} *`,
      autoComplete: 'address-level1',
      halfWidth: true,
      suggestions: STATES[region],
    },
    { name: 'zipCode', label: `${addressForm.zipCode} *`, autoComplete: 'postal-code', halfWidth: true },
    {
      name: 'mobileNumber',
      label: 'Mobile Number *',
      autoComplete: 'tel',
      type: 'tel',
      hint: `Only for delivery updates, e.g. ${addressForm.mobileExample}`,
    },
  ]
}
