import { ADDRESS_FORMATS } from '#core/regions/address-form.ts'
import type { RegionCode } from '#core/regions/regions.ts'

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
  complete: string
  half?: boolean
  type?: 'email' | 'tel'
  hint?: string
}

export const CONTACT: readonly CheckoutField[] = [
  { name: 'email', label: 'Email *', complete: 'email', type: 'email' },
]

/** In the words of the country that it goes to, in the order in which a browser fills them. */
export function addressFields(region: RegionCode): CheckoutField[] {
  const form = ADDRESS_FORMATS[region]
  return [
    { name: 'firstName', label: 'First Name *', complete: 'given-name', half: true },
    { name: 'lastName', label: 'Last Name *', complete: 'family-name', half: true },
    { name: 'address', label: 'Address *', complete: 'street-address' },
    { name: 'city', label: 'City *', complete: 'address-level2' },
    { name: 'state', label: `${form.state} *`, complete: 'address-level1', half: true },
    { name: 'zipCode', label: `${form.zipCode} *`, complete: 'postal-code', half: true },
    {
      name: 'mobileNumber',
      label: 'Mobile Number *',
      complete: 'tel',
      type: 'tel',
      hint: `For the courier alone, such as ${form.mobileExample}`,
    },
  ]
}
