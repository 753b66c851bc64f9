import { z } from 'zod'
import { zipCodeError } from '../regions/address-form.ts'
import { REGIONS, type RegionCode } from '../regions/regions.ts'

const said = (problem: string) =>
  z.string(problem).trim().min(1, problem).max(200, 'Use at most 200 characters.')

const BAD_EMAIL = 'Please enter a valid email address'
const BAD_MOBILE = 'Please enter a valid mobile number'
export const FILL_IN = 'Please fill in all required fields'

/** Where an order goes, in the words that the form shows beside its fields. The country is the region's. */
export const ShippingAddress = z.object({
  email: z.string(BAD_EMAIL).trim().toLowerCase().max(254, BAD_EMAIL).includes('@', BAD_EMAIL),
  firstName: said('First name is required'),
  lastName: said('Last name is required'),
  address: said('Address is required'),
  city: said('City is required'),
  state: said('State is required'),
  zipCode: said('ZIP code is required').max(20, 'ZIP code is required'),
  mobileNumber: z
    .string(BAD_MOBILE)
    .trim()
    .min(10, BAD_MOBILE)
    .max(40, BAD_MOBILE)
    .refine(isDialled, BAD_MOBILE),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

/** The address as it is kept: with its country, which papers and customs want. */
export function addressIn(address: ShippingAddress, region: RegionCode): Record<string, string> {
  return { ...address, country: REGIONS[region].country }
}

/** What the country that it goes to would not write so, by field. */
export function addressProblems(
  { zipCode = '' }: Partial<ShippingAddress>,
  region: RegionCode,
): Record<string, string> {
  const zip = zipCodeError(zipCode, region)
  return zip ? { zipCode: zip } : {}
}

/** Whoever lives in one country may have a number of another: all write digits, and what parts them. */
function isDialled(number: string): boolean {
  const digits = number.replace(/[\s().+/-]/g, '')
  return /^\d{8,15}(?:x\d{1,6})?$/i.test(digits)
}
