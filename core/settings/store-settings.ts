import { z } from 'zod'

const text = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`)

const address = {
  name: text(80),
  addressLines: z.array(text(100)).max(4, 'Use at most 4 address lines.'),
  city: text(80),
  region: text(80),
  postalCode: text(20),
  country: text(60),
}

/** Texts may be empty: a new store opens before its owner has entered everything. */
export const StoreAddress = z.object(address)
export type StoreAddress = z.infer<typeof StoreAddress>

/** `email` and `phone` replace SUPPORT_EMAIL and SUPPORT_PHONE on documents. */
export const StoreDetails = z.object({
  ...address,
  name: address.name.min(1, 'Enter the store’s name.'),
  taxNumber: text(40),
  email: z.union([z.literal(''), z.email('Enter a valid email address.')]),
  phone: text(40),
})
export type StoreDetails = z.infer<typeof StoreDetails>

/** What administrators can change while the store runs; `Settings` is what its environment fixes. */
export const StoreSettings = z.object({
  store: StoreDetails,
  /** Null means that returns go to the store’s own address. */
  returnAddress: StoreAddress.nullable(),
  timeZone: z.string().refine(isTimeZone, 'Use an IANA time zone, such as America/New_York.'),
  returnDays: z
    .int('Enter a whole number of days.')
    .min(0, 'Enter 0 or more days.')
    .max(365, 'Enter at most 365 days.'),
  checkBreachedPasswords: z.boolean(),
})
export type StoreSettings = z.infer<typeof StoreSettings>
export type SettingKey = keyof StoreSettings

export const DEFAULT_STORE_SETTINGS: StoreSettings = {
  store: {
    name: 'Eternal Beauty',
    addressLines: [],
    city: '',
    region: '',
    postalCode: '',
    country: '',
    taxNumber: '',
    email: '',
    phone: '',
  },
  returnAddress: null,
  timeZone: 'UTC',
  returnDays: 30,
  checkBreachedPasswords: false,
}

/** In one line; null if the owner has not entered it. */
export function formatStoreAddress({ name, addressLines, city, region, postalCode, country }: StoreAddress) {
  if (!addressLines.length && !city) return null
  const place = [city, [region, postalCode].filter(Boolean).join(' ')]
  return [name, ...addressLines, ...place, country].filter(Boolean).join(', ')
}

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are valid for Intl, but PostgreSQL reads their sign the other way round.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
