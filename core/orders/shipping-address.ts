import { z } from 'zod'
import { zipCodeError } from '../regions/address-format.ts'
import { REGIONS, type RegionCode } from '../regions/regions.ts'

const requiredText = (problem: string) =>
  z.string(problem).trim().min(1, problem).max(200, 'Use at most 200 characters.')

const INVALID_EMAIL = 'Please enter a valid email address'
const INVALID_MOBILE = 'Please enter a valid mobile number'
const FIELDS_REQUIRED = 'Please fill in all required fields'

/** The checkout form shows these messages beside its fields. The country comes from the region. */
export const ShippingAddress = z.object({
  email: z
    .string(INVALID_EMAIL)
    .trim()
    .toLowerCase()
    .max(254, 'Use an email address of at most 254 characters.')
    .includes('@', INVALID_EMAIL)
    // A mail server would read these as several recipients. Invisible characters would hide a second address.
    .refine(
      (email) => !/[\s\p{C},;:<>()[\]"\\]/u.test(email) && email.indexOf('@') === email.lastIndexOf('@'),
      INVALID_EMAIL,
    ),
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  address: requiredText('Address is required'),
  city: requiredText('City is required'),
  state: requiredText('State is required'),
  zipCode: requiredText('ZIP code is required').max(20, 'Use at most 20 characters.'),
  mobileNumber: z
    .string(INVALID_MOBILE)
    .trim()
    .min(10, INVALID_MOBILE)
    .max(40, 'Use at most 40 characters.')
    .refine(isPhoneNumber, INVALID_MOBILE),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

/** An order of a gift card isn't shipped. */
export type GiftCardBuyer = Pick<ShippingAddress, 'email' | 'firstName'>

/** The banner and toast above a form with problems. Each field shows its own message. */
export function invalidFormMessage(
  typed: Record<string, unknown>,
  problems: Record<string, string>,
  required: readonly string[] = Object.keys(ShippingAddress.shape),
): string {
  const count = Object.keys(problems).length
  if (count === 0 || required.some((name) => !String(typed[name] ?? '').trim())) return FIELDS_REQUIRED
  return `Please check the ${count === 1 ? 'field' : `${count} fields`} marked below.`
}

/** Documents and customs need the country, so it is stored with the address. */
export function withCountry(
  address: ShippingAddress | GiftCardBuyer,
  region: RegionCode,
): Record<string, string> {
  return { ...address, country: REGIONS[region].country }
}

export function addressProblems(
  { zipCode = '' }: Partial<ShippingAddress>,
  region: RegionCode,
): Record<string, string> {
  const zipCodeProblem = zipCodeError(zipCode, region)
  return zipCodeProblem ? { zipCode: zipCodeProblem } : {}
}

/** Customers may have a foreign phone number, so only digits and separators are checked. */
function isPhoneNumber(number: string): boolean {
  const digits = number.replace(/[\s().+/-]/g, '')
  return /^\d{8,15}(?:x\d{1,6})?$/i.test(digits)
}
