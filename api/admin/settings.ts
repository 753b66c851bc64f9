import { z } from '@hono/zod-openapi'
import { BrandSettings } from '#core/settings/brand-settings.ts'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { PaymentSettings } from '#core/settings/payment-settings.ts'
import { findSettingsAt } from '#core/settings/settings-history.server.ts'
import type { VersionedStoreSettings } from '#core/settings/store-settings.server.ts'
import { StoreAddress, StoreDetails, StoreSettings, StoreTexts } from '#core/settings/store-settings.ts'
import { fromApiBody, toApiRow, toApiShape } from '../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import {
  fromGiftCardBody,
  giftCardChanges,
  giftCardFields,
  toGiftCardBody,
} from './marketing/gift-card-settings.ts'
import { fromSampleBody, sampleChanges, sampleFields, toSampleBody } from './marketing/sample-settings.ts'
import { fromMoneyBody, moneyChanges, moneyFields, toMoneyBody } from './money-settings.ts'

const ReturnAddressBody = z.strictObject({ ...toApiShape(StoreAddress.shape), name: StoreDetails.shape.name })
const StoreBody = z.strictObject({
  ...toApiShape(StoreDetails.shape),
  logo: StoreDetails.shape.logo.describe('The path of an uploaded picture'),
})
const { emails: emailSettings, privacy: privacySettings, opening: openingSettings } = StoreSettings.shape
const settingsFields = {
  store: StoreBody.describe('Printed on invoices and credit notes'),
  texts: z
    .strictObject(toApiShape(StoreTexts.shape))
    .describe('What Home’s title, search engines, the installed app, and the footer say'),
  brand: z
    .strictObject({
      ...toApiShape(BrandSettings.shape),
      icon: BrandSettings.shape.icon.describe(
        'The path of an uploaded SVG, or of a square PNG of at least 512 × 512 pixels. Null means the initials of the name',
      ),
      share_picture: BrandSettings.shape.sharePicture.describe(
        'The ID of a picture, such as a product’s. Null means a picture of the name',
      ),
    })
    .describe('Icons, and the picture that stands beside links to the store'),
  opening: z
    .strictObject(toApiShape(openingSettings.shape))
    .describe('Until it opens, only staff and API keys see the store. An empty message is the initial one'),
  returns: z.strictObject({
    address: ReturnAddressBody.nullable().describe('Null means the store’s own address'),
  }),
  orders: z.strictObject({
    return_days: StoreSettings.shape.returnDays.describe('Days after delivery to request a return'),
    low_stock: StoreSettings.shape.lowStock.describe('The stock at and below which a product is low'),
  }),
  ...moneyFields,
  payments: z
    .strictObject(toApiShape(PaymentSettings.shape))
    .describe(
      'Where shoppers pay, with what besides cards, whether customers may save it, and for how many hours a payment may be processing',
    ),
  lowest_prices: StoreSettings.shape.lowestPrices.describe(
    'Where a reduced price is compared with the lowest price of the 30 days before it',
  ),
  gift_cards: giftCardFields,
  gift_wrap: z
    .strictObject(toApiShape(StoreSettings.shape.giftWrap.shape))
    .describe('What shoppers can add to an order at checkout. The price is in US cents; 0 makes it free'),
  samples: sampleFields,
  checkout_reminders: z
    .strictObject(toApiShape(StoreSettings.shape.checkoutReminders.shape))
    .describe('One email to shoppers who ask for it at checkout and don’t order'),
  emails: z.strictObject({
    ...toApiShape(emailSettings.shape),
    notification_email: emailSettings.shape.notificationEmail.describe('Receives emails for the owner'),
  }),
  privacy: z.strictObject(toApiShape(privacySettings.shape)),
  security: z.strictObject({
    check_breached_passwords: StoreSettings.shape.checkBreachedPasswords.describe(
      'Refuse new passwords from known data breaches. A service receives 5 characters of a hash, never a password.',
    ),
  }),
  time_zone: StoreSettings.shape.timeZone.describe('IANA name; days and months of the back office follow it'),
}
const version = z.int().describe('Rises with each change')

const SettingsResponse = z.object({ ...settingsFields, version }).openapi('StoreSettings')
const SettingsChange = z.strictObject({
  version: version.describe(
    'The version that you read. Changes of other fields since then stay; if the same fields changed, the response is 409',
  ),
  store: StoreBody.partial().optional(),
  texts: settingsFields.texts.partial().optional(),
  brand: settingsFields.brand.partial().optional(),
  opening: settingsFields.opening.partial().optional(),
  returns: settingsFields.returns.optional(),
  orders: settingsFields.orders.partial().optional(),
  ...moneyChanges,
  payments: settingsFields.payments
    .partial()
    .extend({ methods: z.strictObject(PaymentSettings.shape.methods.shape).partial().optional() })
    .optional(),
  lowest_prices: settingsFields.lowest_prices.partial().optional(),
  gift_cards: giftCardChanges.optional(),
  gift_wrap: settingsFields.gift_wrap.partial().optional(),
  samples: sampleChanges.optional(),
  checkout_reminders: settingsFields.checkout_reminders.partial().optional(),
  emails: settingsFields.emails.partial().optional(),
  privacy: settingsFields.privacy.partial().optional(),
  security: settingsFields.security.optional(),
  time_zone: settingsFields.time_zone.optional(),
})

const read = defineRoute('Admin', 'get', '/admin/settings', {
  access: 'settings.edit',
  summary: 'Retrieve the store’s settings',
  responses: { 200: jsonResponse(SettingsResponse, 'The settings') },
})
const change = defineRoute('Admin', 'patch', '/admin/settings', {
  access: 'settings.edit',
  summary: 'Change some of the store’s settings',
  request: jsonBody(SettingsChange),
  responses: { 200: jsonResponse(SettingsResponse, 'The settings'), ...errorResponses(400, 409) },
})

export const adminSettings = createRouter()
  .openapi(read, async (c) => c.json(toResponse(await findStoreSettings(c.get('ctx'))), 200))
  .openapi(change, async (c) => {
    const {
      version: readVersion,
      store,
      texts,
      brand,
      opening,
      returns,
      orders,
      emails,
      privacy,
      security,
      gift_cards,
      gift_wrap: giftWrap,
      samples,
      payments,
      checkout_reminders: checkoutReminders,
      time_zone: timeZone,
      lowest_prices: lowestPrices,
      ...money
    } = c.req.valid('json')
    const ctx = c.get('ctx')
    const { settings: current } = await findSettingsAt(ctx, readVersion)
    const changes = {
      ...(store && { store: fromApiBody(store) }),
      ...(texts && { texts: { ...current.texts, ...fromApiBody(texts) } }),
      ...(brand && { brand: { ...current.brand, ...fromApiBody(brand) } }),
      ...(opening && { opening: { ...current.opening, ...fromApiBody(opening) } }),
      ...(returns && { returnAddress: returns.address && fromApiBody(returns.address) }),
      ...(timeZone && { timeZone }),
      ...(lowestPrices && { lowestPrices: { ...current.lowestPrices, ...lowestPrices } }),
      ...(orders?.return_days !== undefined && { returnDays: orders.return_days }),
      ...(orders?.low_stock !== undefined && { lowStock: orders.low_stock }),
      ...(emails && { emails: { ...current.emails, ...fromApiBody(emails) } }),
      ...(privacy && { privacy: { ...current.privacy, ...fromApiBody(privacy) } }),
      ...fromMoneyBody(money, current),
      ...(gift_cards && { giftCards: fromGiftCardBody(gift_cards, current.giftCards) }),
      ...(giftWrap && { giftWrap: { ...current.giftWrap, ...fromApiBody(giftWrap) } }),
      ...(payments && {
        payments: {
          ...current.payments,
          ...fromApiBody(payments),
          methods: { ...current.payments.methods, ...fromApiBody(payments.methods ?? {}) },
        },
      }),
      ...(samples && { samples: fromSampleBody(samples, current.samples) }),
      ...(checkoutReminders && {
        checkoutReminders: { ...current.checkoutReminders, ...fromApiBody(checkoutReminders) },
      }),
      ...(security && { checkBreachedPasswords: security.check_breached_passwords }),
    }
    return c.json(toResponse(await changeStoreSettings(ctx, readVersion, changes)), 200)
  })

function toResponse({ settings, version }: VersionedStoreSettings): z.infer<typeof SettingsResponse> {
  const { store, returnAddress, timeZone, returnDays, lowStock, checkBreachedPasswords } = settings
  const { emails, privacy, texts, brand, opening, lowestPrices } = settings
  return {
    store: toApiRow(store),
    texts: toApiRow(texts),
    brand: toApiRow(brand),
    opening,
    returns: { address: returnAddress && toApiRow(returnAddress) },
    orders: { return_days: returnDays, low_stock: lowStock },
    ...toMoneyBody(settings),
    lowest_prices: lowestPrices,
    gift_cards: toGiftCardBody(settings.giftCards),
    gift_wrap: settings.giftWrap,
    payments: toApiRow(settings.payments),
    samples: toSampleBody(settings.samples),
    checkout_reminders: toApiRow(settings.checkoutReminders),
    emails: toApiRow(emails),
    privacy: toApiRow(privacy),
    security: { check_breached_passwords: checkBreachedPasswords },
    time_zone: timeZone,
    version,
  }
}
