import { z } from '@hono/zod-openapi'
import { deleteRedirects, listRedirects, saveRedirects } from '#core/redirects/redirects.server.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const path = z
  .string()
  .max(2000)
  .describe('The old address, such as /products/rose. Letter case doesn’t matter')
const RedirectInput = z.object({
  path,
  target: z.string().max(2000).describe('A page of this store, or a web address'),
})
const RedirectResponse = RedirectInput.extend({ created_at: z.iso.datetime() }).openapi('Redirect')

const list = defineRoute('Admin', 'get', '/admin/redirects', {
  access: 'content.edit',
  summary: 'List where old addresses lead, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(RedirectResponse), 'A page of redirects'),
    ...errorResponses(400),
  },
})
const save = defineRoute('Admin', 'put', '/admin/redirects', {
  access: 'content.edit',
  summary: 'Add redirects, or change where they lead. All of them are saved, or none.',
  request: jsonBody(z.object({ redirects: z.array(RedirectInput).min(1).max(5000) })),
  responses: {
    200: jsonResponse(z.object({ saved: z.int() }), 'The number of addresses'),
    ...errorResponses(400),
  },
})
const remove = defineRoute('Admin', 'post', '/admin/redirects/removal', {
  access: 'content.edit',
  summary: 'Delete redirects',
  request: jsonBody(z.object({ paths: z.array(path).min(1).max(5000) })),
  responses: { ...NO_CONTENT, ...errorResponses(400, 404) },
})

export const adminRedirects = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listRedirects(c.get('ctx'), c.req.valid('query'))
    const data = rows.map(({ path, target, createdAt }) => ({
      ...{ path, target },
      created_at: createdAt.toISOString(),
    }))
    return c.json({ data, next_cursor: next }, 200)
  })
  .openapi(save, async (c) => {
    const { redirects } = c.req.valid('json')
    return c.json({ saved: await saveRedirects(c.get('ctx'), redirects) }, 200)
  })
  .openapi(remove, async (c) => {
    await deleteRedirects(c.get('ctx'), c.req.valid('json').paths)
    return c.body(null, 204)
  })
