import { createRoute, z } from '@hono/zod-openapi'
import type { Profile } from '#core/accounts/account.ts'
import {
  addAddress,
  changeAddress,
  listAddresses,
  removeAddress,
  setDefaultAddress,
} from '#core/customers/addresses.server.ts'
import { readProfile, updateProfile } from '#core/customers/profile.server.ts'
import { AddressChange, AddressDraft, CustomerSettings, ProfileChange } from '#core/customers/profile.ts'
import { readCustomerSettings, saveCustomerSettings } from '#core/customers/settings.server.ts'
import { body, json, NOTHING, refusing } from './answers.ts'
import { newDoor } from './door.ts'

export const ProfileAnswer = z
  .object({
    id: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    phone: z.string().nullable(),
    date_of_birth: z.string().nullable(),
    role: z.enum(['user', 'admin']),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Profile')

const AddressAnswer = z
  .object({
    id: z.string(),
    label: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.enum(['US', 'CA', 'GB', 'IN']),
    phone: z.string().nullable(),
    isDefault: z.boolean(),
  })
  .openapi('Address')

const byId = { params: z.object({ id: z.string() }) }
const own = { tags: ['Profile'] }

const read = createRoute({
  ...own,
  method: 'get',
  path: '/profile',
  summary: 'Your profile',
  responses: { 200: json(ProfileAnswer, 'The profile'), ...refusing(401) },
})
const update = createRoute({
  ...own,
  method: 'patch',
  path: '/profile',
  summary: 'Change what you say of yourself; the e-mail address and the role stay',
  request: body(ProfileChange),
  responses: { 200: json(ProfileAnswer, 'The profile'), ...refusing(400, 401) },
})
const list = createRoute({
  ...own,
  method: 'get',
  path: '/profile/addresses',
  summary: 'Your addresses, the default first',
  responses: {
    200: json(z.object({ data: z.array(AddressAnswer), next_cursor: z.null() }), 'The addresses'),
    ...refusing(401),
  },
})
const add = createRoute({
  ...own,
  method: 'post',
  path: '/profile/addresses',
  summary: 'Add an address; the first becomes the default',
  request: body(AddressDraft),
  responses: { 201: json(AddressAnswer, 'The address'), ...refusing(400, 401, 409) },
})
const change = createRoute({
  ...own,
  method: 'patch',
  path: '/profile/addresses/{id}',
  summary: 'Change an address, or make it the default',
  request: { ...byId, ...body(AddressChange.extend({ isDefault: z.literal(true).optional() })) },
  responses: { 200: json(AddressAnswer, 'The address'), ...refusing(400, 401, 404) },
})
const remove = createRoute({
  ...own,
  method: 'delete',
  path: '/profile/addresses/{id}',
  summary: 'Delete an address; no other becomes the default',
  request: byId,
  responses: { ...NOTHING, ...refusing(401, 404) },
})
const settings = createRoute({
  ...own,
  method: 'get',
  path: '/profile/settings',
  summary: 'What you have agreed to',
  responses: { 200: json(CustomerSettings, 'The settings'), ...refusing(401) },
})
const save = createRoute({
  ...own,
  method: 'put',
  path: '/profile/settings',
  summary: 'Say what you agree to',
  request: body(CustomerSettings),
  responses: { 200: json(CustomerSettings, 'The settings'), ...refusing(400, 401) },
})

export const profile = newDoor()
  .openapi(read, async (c) => c.json(toProfile(await readProfile(c.get('ctx'))), 200))
  .openapi(update, async (c) =>
    c.json(toProfile(await updateProfile(c.get('ctx'), c.req.valid('json'))), 200),
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

export function toProfile(profile: Profile): z.infer<typeof ProfileAnswer> {
  return {
    id: profile.id,
    email: profile.email,
    full_name: profile.fullName,
    phone: profile.phone,
    date_of_birth: profile.dateOfBirth,
    role: profile.role,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
  }
}
