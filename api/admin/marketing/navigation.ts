import { z } from '@hono/zod-openapi'
import { LINK_TYPES } from '#core/content/navigation/arrangement.ts'
import {
  type AdminNavigation,
  findNavigation,
  saveNavigation,
} from '#core/content/navigation/manage-navigation.server.ts'
import { NavigationInput } from '#core/content/navigation/navigation-input.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const Link = z
  .object({
    type: z.enum(LINK_TYPES).describe('`address` is an address elsewhere, or another one of the store'),
    id: z.string().nullable().describe('Of the page, post, category, or collection'),
    address: z.string().describe('Follows the page’s own address'),
    label: z.string().describe('Empty is the name of what it leads to'),
    name: z.string().describe('The name of what it leads to'),
    state: z.enum(['shown', 'hidden', 'deleted']).describe('The store shows only links that are `shown`'),
  })
  .openapi('NavigationLink')
const version = z.int().describe('Rises with each change')
const Navigation = z
  .object({
    version,
    header: z.array(Link).describe('The menu'),
    columns: z.array(z.object({ heading: z.string(), links: z.array(Link) })).describe('Of the footer'),
    social: z.array(Link).describe('The store’s profiles, in the footer'),
  })
  .openapi('Navigation')
const NavigationChange = NavigationInput.extend({
  version: version.describe('The `version` that you read; if it changed since, the response is 409'),
})

const read = defineRoute('Admin', 'get', '/admin/navigation', {
  access: 'content.edit',
  summary: 'Retrieve the links of the menu and the footer',
  responses: { 200: jsonResponse(Navigation, 'The links') },
})
const replace = defineRoute('Admin', 'put', '/admin/navigation', {
  access: 'content.edit',
  summary: 'Replace the links of the menu and the footer',
  description:
    'An address of a page, post, category, or collection becomes a link to it, which follows its name and address.',
  request: jsonBody(NavigationChange),
  responses: { 200: jsonResponse(Navigation, 'The links'), ...errorResponses(400, 409) },
})

export const adminNavigation = createRouter()
  .openapi(read, async (c) => c.json(toNavigation(await findNavigation(c.get('ctx'))), 200))
  .openapi(replace, async (c) => {
    const { version: readVersion, ...input } = c.req.valid('json')
    return c.json(toNavigation(await saveNavigation(c.get('ctx'), readVersion, input)), 200)
  })

const toNavigation = (navigation: AdminNavigation) => Navigation.parse(navigation)
