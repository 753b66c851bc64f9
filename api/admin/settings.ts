import { z } from '@hono/zod-openapi'
import { changeStoreSettings, findStoreSettings } from '#core/accounts/change-store-settings.server.ts'
import type { VersionedStoreSettings } from '#core/settings/store-settings.server.ts'
import { type StoreAddress, StoreDetails, StoreSettings } from '#core/settings/store-settings.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

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
})
const settingsFields = {
  store: StoreBody.describe('Printed on invoices and credit notes'),
  returns: z.strictObject({
    address: ReturnAddressBody.nullable().describe('Null means the store’s own address'),
  }),
  orders: z.strictObject({
    return_days: StoreSettings.shape.returnDays.describe('Days after delivery to request a return'),
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
  version: version.describe('The version that you read; if the settings changed since, the response is 409'),
  store: StoreBody.partial().optional(),
  returns: settingsFields.returns.optional(),
  orders: settingsFields.orders.optional(),
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
      security,
      time_zone: timeZone,
    } = c.req.valid('json')
    const changes = {
      ...(store && { store: fromStoreBody(store) }),
      ...(returns && { returnAddress: returns.address && fromAddressBody(returns.address) }),
      ...(timeZone && { timeZone }),
      ...(orders && { returnDays: orders.return_days }),
      ...(security && { checkBreachedPasswords: security.check_breached_passwords }),
    }
    return c.json(toResponse(await changeStoreSettings(c.get('ctx'), readVersion, changes)), 200)
  })

function toResponse({
  settings: { store, returnAddress, timeZone, returnDays, checkBreachedPasswords },
  version,
}: VersionedStoreSettings): z.infer<typeof SettingsResponse> {
  const { taxNumber, email, phone } = store
  return {
    store: { ...toAddressBody(store), tax_number: taxNumber, email, phone },
    returns: { address: returnAddress && toAddressBody(returnAddress) },
    orders: { return_days: returnDays },
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

function fromStoreBody(body: Partial<z.infer<typeof StoreBody>>): Partial<StoreDetails> {
  const { address_lines: addressLines, postal_code: postalCode, tax_number: taxNumber, ...rest } = body
  return {
    ...rest,
    ...(addressLines && { addressLines }),
    ...(postalCode !== undefined && { postalCode }),
    ...(taxNumber !== undefined && { taxNumber }),
  }
}
