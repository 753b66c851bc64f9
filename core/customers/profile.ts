import { z } from 'zod'
import { PROFILE_FIELDS } from '../accounts/profile-fields.ts'
import { inputSchemas } from '../fields/field-schemas.ts'
import { REGION_CODES } from '../regions/regions.ts'

const optional = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .transform((text) => text || null)

/** The email address has its own confirmed change; only administrators change roles. */
export const ProfileChange = z.object(inputSchemas(PROFILE_FIELDS)).partial()
export type ProfileChange = z.infer<typeof ProfileChange>

const MISSING = 'Please fill in all required fields'
const required = z.string(MISSING).trim().min(1, MISSING).max(200, 'Use at most 200 characters.')

export const AddressDraft = z.object({
  label: optional(60)
    .nullish()
    .transform((label) => label ?? 'Address'),
  firstName: required,
  lastName: required,
  address: required,
  city: required,
  state: required,
  zipCode: required,
  country: z.enum(REGION_CODES, 'Choose a country: US, CA, GB, or IN.').optional(),
  phone: optional(40)
    .nullish()
    .transform((phone) => phone ?? null),
})
export type AddressDraft = z.infer<typeof AddressDraft>

/** Missing fields stay unchanged; an empty label becomes the default. */
export const AddressChange = AddressDraft.extend({
  label: z
    .string()
    .trim()
    .max(60, 'Use at most 60 characters.')
    .transform((label) => label || 'Address'),
  phone: optional(40).nullable(),
}).partial()
export type AddressChange = z.infer<typeof AddressChange>

export const SavedAddress = z.strictObject({
  id: z.string(),
  label: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.enum(REGION_CODES),
  phone: z.string().nullable(),
  isDefault: z.boolean(),
})
export type SavedAddress = z.infer<typeof SavedAddress>

export const CustomerSettings = z.object({
  orderConfirmations: z.boolean(),
  shippingUpdates: z.boolean(),
  promotionalEmails: z.boolean(),
  allowCookies: z.boolean(),
  shareData: z.boolean(),
})
export type CustomerSettings = z.infer<typeof CustomerSettings>

export const DEFAULT_CUSTOMER_SETTINGS: CustomerSettings = {
  orderConfirmations: true,
  shippingUpdates: true,
  promotionalEmails: false,
  allowCookies: true,
  shareData: false,
}
