import { z } from '@hono/zod-openapi'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { findSettingsAt } from '#core/settings/settings-history.server.ts'
import type { VersionedStoreSettings } from '#core/settings/store-settings.server.ts'
import { type StoreAddress, StoreDetails, StoreSettings } from '#core/settings/store-settings.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'
import { fromMoneyBody, moneyChanges, moneyFields, toMoneyBody } from './money-settings.ts'

const field = StoreDetails.shape
const addressFields = {
  address_lines: field.addressLines,
  city: field.city,
  region: field.region,
  postal_code: field.postalCode,
  country: field.country,
}
const ReturnAddressBody = z.strictObject({ name: field.name, ...addressFields })
const StoreBody = z.strictObject({
  name: field.name,
  ...addressFields,
  tax_number: field.taxNumber,
  email: field.email,
  phone: field.phone,
  tagline: field.tagline,
  logo: field.logo.describe('The path of an uploaded picture'),
})
const emailField = StoreSettings.shape.emails.shape
const settingsFields = {
  store: StoreBody.describe('Printed on invoices and credit notes'),
  returns: z.strictObject({
    address: ReturnAddressBody.nullable().describe('Null means the store’s own address'),
  }),
  orders: z.strictObject({
    return_days: StoreSettings.shape.returnDays.describe('Days after delivery to request a return'),
    low_stock: StoreSettings.shape.lowStock.describe('The stock at and below which a product is low'),
  }),
  ...moneyFields,
  emails: z.strictObject({
    sender_name: emailField.senderName,
    footer: z.string().max(500),
    notification_email: emailField.notificationEmail.describe('Receives emails for the owner'),
  }),
  privacy: z.strictObject({
    count_visits: z.boolean(),
    record_searches: z.boolean(),
    look_up_country: z.boolean(),
  }),
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
  returns: settingsFields.returns.optional(),
  orders: settingsFields.orders.partial().optional(),
  ...moneyChanges,
  emails: settingsFields.emails.partial().optional(),
  privacy: settingsFields.privacy.partial().optional(),
  security: settingsFields.security.optional(),
  time_zone: settingsFields.time_zone.optional(),
})

const read = defineRoute('Admin', 'get', '/admin/settings', {
  summary: 'Retrieve the store’s settings',
  responses: { 200: jsonResponse(SettingsResponse, 'The settings'), ...errorResponses(401, 403) },
})
const change = defineRoute('Admin', 'patch', '/admin/settings', {
  summary: 'Change some of the store’s settings',
  request: jsonBody(SettingsChange),
  responses: { 200: jsonResponse(SettingsResponse, 'The settings'), ...errorResponses(400, 401, 403, 409) },
})

export const adminSettings = createRouter()
  .openapi(read, async (c) => c.json(toResponse(await findStoreSettings(c.get('ctx'))), 200))
  .openapi(change, async (c) => {
    const {
      version: readVersion,
      store,
      returns,
      orders,
      emails,
      privacy,
      security,
      time_zone: timeZone,
      ...money
    } = c.req.valid('json')
    const ctx = c.get('ctx')
    const { settings: current } = await findSettingsAt(ctx, readVersion)
    const changes = {
      ...(store && { store: fromStoreBody(store) }),
      ...(returns && { returnAddress: returns.address && fromAddressBody(returns.address) }),
      ...(timeZone && { timeZone }),
      ...(orders?.return_days !== undefined && { returnDays: orders.return_days }),
      ...(orders?.low_stock !== undefined && { lowStock: orders.low_stock }),
      ...(emails && { emails: fromEmailsBody(emails, current.emails) }),
      ...(privacy && { privacy: fromPrivacyBody(privacy, current.privacy) }),
      ...fromMoneyBody(money, current),
      ...(security && { checkBreachedPasswords: security.check_breached_passwords }),
    }
    return c.json(toResponse(await changeStoreSettings(ctx, readVersion, changes)), 200)
  })

function toResponse({ settings, version }: VersionedStoreSettings): z.infer<typeof SettingsResponse> {
  const { store, returnAddress, timeZone, returnDays, lowStock, checkBreachedPasswords } = settings
  const { taxNumber, email, phone, tagline, logo } = store
  const { emails, privacy } = settings
  return {
    store: { ...toAddressBody(store), tax_number: taxNumber, email, phone, tagline, logo },
    returns: { address: returnAddress && toAddressBody(returnAddress) },
    orders: { return_days: returnDays, low_stock: lowStock },
    ...toMoneyBody(settings),
    emails: {
      sender_name: emails.senderName,
      footer: emails.footer,
      notification_email: emails.notificationEmail,
    },
    privacy: {
      count_visits: privacy.countVisits,
      record_searches: privacy.recordSearches,
      look_up_country: privacy.lookUpCountry,
    },
    security: { check_breached_passwords: checkBreachedPasswords },
    time_zone: timeZone,
    version,
  }
}

function toAddressBody({ name, addressLines, city, region, postalCode, country }: StoreAddress) {
  return { name, address_lines: addressLines, city, region, postal_code: postalCode, country }
}

function fromAddressBody(body: z.infer<typeof ReturnAddressBody>): StoreAddress {
  const { address_lines: addressLines, postal_code: postalCode, ...rest } = body
  return { ...rest, addressLines, postalCode }
}

type SettingsBody = z.infer<typeof SettingsResponse>

function fromEmailsBody(body: Partial<SettingsBody['emails']>, current: StoreSettings['emails']) {
  const { sender_name, footer, notification_email } = body
  return {
    senderName: sender_name ?? current.senderName,
    footer: footer ?? current.footer,
    notificationEmail: notification_email ?? current.notificationEmail,
  }
}

function fromPrivacyBody(body: Partial<SettingsBody['privacy']>, current: StoreSettings['privacy']) {
  const { count_visits, record_searches, look_up_country } = body
  return {
    countVisits: count_visits ?? current.countVisits,
    recordSearches: record_searches ?? current.recordSearches,
    lookUpCountry: look_up_country ?? current.lookUpCountry,
  }
}

function fromStoreBody(body: Partial<z.infer<typeof StoreBody>>): Partial<StoreDetails> {
  const { address_lines: addressLines, postal_code: postalCode, tax_number: taxNumber, ...rest } = body
  return {
    ...rest,
    ...(addressLines && { addressLines }),
    ...(postalCode !== undefined && { postalCode }),
    ...(taxNumber !== undefined && { taxNumber }),
  }
}
