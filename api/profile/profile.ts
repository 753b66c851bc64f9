import { z } from '@hono/zod-openapi'
import type { Profile } from '#core/accounts/account.ts'
import { PROFILE_FIELDS } from '#core/accounts/profile-fields.ts'
import {
  addAddress,
  changeAddress,
  listAddresses,
  removeAddress,
  setDefaultAddress,
} from '#core/customers/addresses.server.ts'
import { readCustomerSettings, saveCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { readProfile, updateProfile } from '#core/customers/profile.server.ts'
import {
  AddressChange,
  AddressDraft,
  CustomerSettings,
  ProfileChange,
  SavedAddress,
} from '#core/customers/profile.ts'
import { responseSchemas } from '../codec/fields.ts'
import { fromApiBody, toApiRow, toApiShape, toResponse } from '../codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../responses.ts'
import { createRouter } from '../router.ts'

export const ProfileResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    ...responseSchemas(PROFILE_FIELDS),
    role: z.enum(['user', 'admin']),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Profile')

const AddressResponse = z.object(SavedAddress.shape).openapi('Address')

const byId = { params: z.object({ id: z.string() }) }

const read = defineRoute('Profile', 'get', '/profile', {
  access: 'customer',
  summary: 'Retrieve your profile',
  responses: { 200: jsonResponse(ProfileResponse, 'The profile') },
})
const update = defineRoute('Profile', 'patch', '/profile', {
  access: 'customer',
  summary: 'Update your profile; the email address and role can’t be changed here',
  request: jsonBody(z.object(toApiShape(ProfileChange.shape))),
  responses: { 200: jsonResponse(ProfileResponse, 'The profile'), ...errorResponses(400) },
})
const list = defineRoute('Profile', 'get', '/profile/addresses', {
  access: 'customer',
  summary: 'List your addresses, default first',
  responses: {
    200: jsonResponse(z.object({ data: z.array(AddressResponse), next_cursor: z.null() }), 'The addresses'),
  },
})
const add = defineRoute('Profile', 'post', '/profile/addresses', {
  access: 'customer',
  summary: 'Add an address; the first becomes the default',
  request: jsonBody(AddressDraft),
  responses: { 201: jsonResponse(AddressResponse, 'The address'), ...errorResponses(400, 409) },
})
const change = defineRoute('Profile', 'patch', '/profile/addresses/{id}', {
  access: 'customer',
  summary: 'Update an address or make it the default',
  request: { ...byId, ...jsonBody(AddressChange.extend({ isDefault: z.literal(true).optional() })) },
  responses: { 200: jsonResponse(AddressResponse, 'The address'), ...errorResponses(400, 404) },
})
const remove = defineRoute('Profile', 'delete', '/profile/addresses/{id}', {
  access: 'customer',
  summary: 'Delete an address; no other becomes the default',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404) },
})
const settings = defineRoute('Profile', 'get', '/profile/settings', {
  access: 'customer',
  summary: 'Retrieve your notification and privacy settings',
  responses: { 200: jsonResponse(CustomerSettings, 'The settings') },
})
const save = defineRoute('Profile', 'put', '/profile/settings', {
  access: 'customer',
  summary: 'Update your notification and privacy settings',
  request: jsonBody(CustomerSettings),
  responses: { 200: jsonResponse(CustomerSettings, 'The settings'), ...errorResponses(400) },
})

export const profile = createRouter()
  .openapi(read, async (c) => c.json(toProfileResponse(await readProfile(c.get('ctx'))), 200))
  .openapi(update, async (c) =>
    c.json(toProfileResponse(await updateProfile(c.get('ctx'), fromApiBody(c.req.valid('json')))), 200),
  )
  .openapi(list, async (c) => c.json({ data: await listAddresses(c.get('ctx')), next_cursor: null }, 200))
  .openapi(add, async (c) => c.json(await addAddress(c.get('ctx'), c.req.valid('json')), 201))
  .openapi(change, async (c) => {
    const { isDefault, ...changes } = c.req.valid('json')
    const { id } = c.req.valid('param')
    const changed = await changeAddress(c.get('ctx'), id, changes)
    return c.json(isDefault ? await setDefaultAddress(c.get('ctx'), id) : changed, 200)
  })
  .openapi(remove, async (c) => {
    await removeAddress(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(settings, async (c) => c.json(await readCustomerSettings(c.get('ctx')), 200))
  .openapi(save, async (c) => c.json(await saveCustomerSettings(c.get('ctx'), c.req.valid('json')), 200))

export function toProfileResponse(profile: Profile): z.infer<typeof ProfileResponse> {
  return toResponse(ProfileResponse, toApiRow(profile))
}
