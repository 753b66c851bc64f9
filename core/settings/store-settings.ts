import { z } from 'zod'
import { BrandSettings, DEFAULT_BRAND } from './brand-settings.ts'
import { DEFAULT_GIFT_CARDS, GiftCardSettings } from './gift-card-settings.ts'
import { DEFAULT_PAYMENTS, PaymentSettings } from './payment-settings.ts'
import { DEFAULT_SAMPLES, SampleSettings } from './sample-settings.ts'
import { SECOND_FACTOR_ROLES } from './second-factor-roles.ts'

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((value) => !/\p{Cc}/u.test(value), 'Use one line without control characters.')
const optionalEmail = z.union([z.literal(''), z.email('Enter a valid email address.')])

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
  email: optionalEmail,
  phone: text(40),
  tagline: text(120),
  /** The path of an uploaded picture. */
  logo: z.string().max(300).startsWith('/storage/public/', 'Choose a picture from Media.').nullable(),
})
export type StoreDetails = z.infer<typeof StoreDetails>

/** What pages, search engines, and apps say that the store is. */
export const StoreTexts = z.object({
  homeTitle: text(80),
  description: text(200),
  footer: text(200),
})
export type StoreTexts = z.infer<typeof StoreTexts>

/** What invoices and credit notes say about the store. */
export const Seller = StoreDetails.extend({ timeZone: z.string() })
export type Seller = z.infer<typeof Seller>

export const VISIBILITIES = ['open', 'coming-soon'] as const

/** Until it opens, shoppers see a page with a message, and only staff see the store. */
export const OpeningSettings = z.object({
  visibility: z.enum(VISIBILITIES),
  /** Empty is the initial one. */
  message: z
    .string()
    .trim()
    .max(300, 'Use at most 300 characters.')
    .transform((message) => message.replaceAll('\r\n', '\n')),
})

/** In US cents. */
const fee = z
  .int('Enter an amount with at most two decimals.')
  .min(0, 'Enter 0 or more.')
  .max(1_000_000, 'Enter at most 10,000.')

const businessDays = z
  .int('Enter a whole number of days.')
  .min(0, 'Enter 0 or more days.')
  .max(120, 'Enter at most 120 days.')

export const ShippingSettings = z.object({
  fee,
  /** Shipping is free above this subtotal, not at it. */
  freeAbove: fee,
  /** Minimum and maximum business days. */
  deliveryDays: perRegion(
    z
      .tuple([businessDays, businessDays])
      .refine(([min, max]) => min <= max, 'The first number of days can’t be larger than the second.'),
  ),
})
/** Offered at checkout, once per order. */
export const GiftWrapSettings = z.object({ enabled: z.boolean(), price: fee })

const REMINDER_HOURS = 'Enter a whole number of hours from 1 to 72.'
/** Offered at checkout. From the last change of the cart there. */
export const CheckoutReminderSettings = z.object({
  enabled: z.boolean(),
  afterHours: z.int(REMINDER_HOURS).min(1, REMINDER_HOURS).max(72, REMINDER_HOURS),
})

export type ShippingSettings = z.infer<typeof ShippingSettings>

export const RegionTax = z.object({
  /** In hundredths of a percent. */
  rate: z
    .int('Enter a percentage with at most two decimals.')
    .min(0, 'Enter 0 or more percent.')
    .max(5000, 'Enter at most 50 percent.'),
  /** Whether prices include the tax. */
  included: z.boolean(),
  shippingTaxed: z.boolean().default(false),
})
export type RegionTax = z.infer<typeof RegionTax>

export const RegionSettings = z.object({
  enabled: z.boolean(),
  /** Units of this currency per US dollar. */
  rate: z
    .number()
    .positive('Enter a rate above 0.')
    .max(10_000, 'Enter a rate of at most 10,000.')
    .refine(
      (rate) => Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6,
      'Enter a rate with at most four decimals.',
    ),
})
export type RegionSettings = z.infer<typeof RegionSettings>

export const EmailSettings = z.object({
  /** Empty means the name in MAIL_FROM, or else the store’s. */
  senderName: text(80),
  footer: z
    .string()
    .trim()
    .max(500, 'Use at most 500 characters.')
    .transform((footer) => footer.replaceAll('\r\n', '\n')),
  /** Receives emails for the owner; empty means ADMIN_EMAIL. */
  notificationEmail: optionalEmail,
})

const DEFAULT_SUPPORT_REFUNDS = 10_000
const DEFAULT_RECORDS_PER_DAY = 500

/** What needs a second person. It takes effect while at least two people can approve. */
export const ApprovalSettings = z.object({
  /** In US cents. An order’s refunds above this amount need approval; null means that none do. */
  refundsAbove: z
    .int('Enter an amount with at most two decimals.')
    .min(0, 'Enter 0 or more.')
    .max(100_000_000, 'Enter at most 1,000,000.')
    .nullable(),
  /** In US cents. What support may refund of an order. Above it, a refund needs approval, or is refused if refunds never do. */
  supportRefunds: z
    .int('Enter an amount with at most two decimals.')
    .min(0, 'Enter 0 or more.')
    .max(100_000_000, 'Enter at most 1,000,000.')
    .default(DEFAULT_SUPPORT_REFUNDS),
  roleChanges: z.boolean(),
  bulkDeletion: z.boolean(),
  personalDataExport: z.boolean(),
  /** In lists and prints, by person and API key. More need approval while `personalDataExport` is in effect. */
  personalRecordsPerDay: z
    .int('Enter a whole number.')
    .min(100, 'Enter 100 or more.')
    .max(1_000_000, 'Enter at most 1,000,000.')
    .default(DEFAULT_RECORDS_PER_DAY),
})
export type ApprovalSettings = z.infer<typeof ApprovalSettings>

/** What administrators can change while the store runs; `Settings` is what its environment fixes. */
export const StoreSettings = z.object({
  store: StoreDetails,
  texts: StoreTexts,
  brand: BrandSettings,
  opening: OpeningSettings,
  /** Null means that returns go to the store’s own address. */
  returnAddress: StoreAddress.nullable(),
  timeZone: z.string().refine(isTimeZone, 'Use an IANA time zone, such as America/New_York.'),
  returnDays: z
    .int('Enter a whole number of days.')
    .min(0, 'Enter 0 or more days.')
    .max(365, 'Enter at most 365 days.'),
  lowStock: z
    .int('Enter a whole number of units.')
    .min(0, 'Enter 0 or more units.')
    .max(10_000, 'Enter at most 10,000 units.'),
  shipping: ShippingSettings,
  tax: perRegion(RegionTax),
  regions: perRegion(RegionSettings)
    .refine((regions) => regions.US.rate === 1, {
      message: 'The US dollar is the base currency, so its rate is 1.',
      path: ['US', 'rate'],
    })
    .refine((regions) => regions.US.enabled, {
      message: 'The United States can’t be turned off: it is the default region.',
      path: ['US', 'enabled'],
    }),
  /** Where a reduced price is compared with the lowest price of the 30 days before, as the law of the EU asks. */
  lowestPrices: perRegion(z.boolean()),
  payments: PaymentSettings,
  emails: EmailSettings,
  giftCards: GiftCardSettings,
  giftWrap: GiftWrapSettings,
  samples: SampleSettings,
  checkoutReminders: CheckoutReminderSettings,
  privacy: z.object({ countVisits: z.boolean(), recordSearches: z.boolean(), lookUpCountry: z.boolean() }),
  checkBreachedPasswords: z.boolean(),
  approvals: ApprovalSettings,
  /** Who needs two-step sign-in. Null means everyone with a role, or nobody in the demo. */
  secondFactorRoles: z.array(z.enum(SECOND_FACTOR_ROLES)).nullable(),
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
    tagline: 'A house of quiet luxuries',
    logo: null,
  },
  texts: {
    homeTitle: 'Skincare, makeup, haircare, and fragrance',
    description: 'Skincare, makeup, haircare, and fragrance, made in small batches and described honestly.',
    footer: 'Skincare, makeup, haircare, and fragrance, made in small batches.',
  },
  brand: DEFAULT_BRAND,
  opening: { visibility: 'open', message: '' },
  returnAddress: null,
  timeZone: 'UTC',
  returnDays: 30,
  lowStock: 5,
  shipping: {
    fee: 1000,
    freeAbove: 7500,
    deliveryDays: { US: [2, 4], CA: [4, 7], GB: [4, 6], IN: [6, 10] },
  },
  tax: {
    US: { rate: 800, included: false, shippingTaxed: false },
    CA: { rate: 800, included: false, shippingTaxed: false },
    GB: { rate: 800, included: false, shippingTaxed: false },
    IN: { rate: 800, included: false, shippingTaxed: false },
  },
  regions: {
    US: { enabled: true, rate: 1 },
    CA: { enabled: true, rate: 1.35 },
    GB: { enabled: true, rate: 0.8 },
    IN: { enabled: true, rate: 83 },
  },
  lowestPrices: { US: false, CA: false, GB: true, IN: false },
  payments: DEFAULT_PAYMENTS,
  emails: { senderName: '', footer: '', notificationEmail: '' },
  giftCards: DEFAULT_GIFT_CARDS,
  giftWrap: { enabled: false, price: 500 },
  samples: DEFAULT_SAMPLES,
  checkoutReminders: { enabled: false, afterHours: 4 },
  privacy: { countVisits: true, recordSearches: true, lookUpCountry: true },
  checkBreachedPasswords: false,
  approvals: {
    refundsAbove: null,
    supportRefunds: DEFAULT_SUPPORT_REFUNDS,
    roleChanges: false,
    bulkDeletion: false,
    personalDataExport: false,
    personalRecordsPerDay: DEFAULT_RECORDS_PER_DAY,
  },
  secondFactorRoles: null,
}

export const isDemoName = (name: string): boolean => name === DEFAULT_STORE_SETTINGS.store.name

function perRegion<Value extends z.ZodType>(value: Value) {
  return z.object({ US: value, CA: value, GB: value, IN: value })
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
