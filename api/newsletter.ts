import { z } from '@hono/zod-openapi'
import { Email } from '#core/accounts/account.ts'
import { requestNewsletter, SUBSCRIBER_STATES } from '#core/customers/newsletter.server.ts'
import { listSubscribers } from '#core/customers/subscribers.server.ts'
import { toApiRow } from './codec/rows.ts'
import { pageQuery, pageResponse } from './pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const SubscriberResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    state: z
      .enum(SUBSCRIBER_STATES)
      .describe('`pending` until the link in the confirmation email is followed'),
    requested_at: z.iso.datetime(),
    confirmed_at: z.iso.datetime().nullable(),
    left_at: z.iso.datetime().nullable(),
  })
  .openapi('Subscriber')

const subscribe = defineRoute('Accounts', 'post', '/newsletter', {
  access: 'public',
  operationId: 'requestNewsletter',
  summary: 'Email a confirmation link for the newsletter',
  description: 'The response is the same for every address. Only the link in the email subscribes.',
  request: jsonBody(z.strictObject({ email: Email })),
  responses: {
    202: jsonResponse(z.object({ message: z.string() }), 'Accepted'),
    ...errorResponses(400, 429),
  },
})
const list = defineRoute('Admin', 'get', '/admin/newsletter', {
  access: 'newsletter.view',
  operationId: 'listAdminSubscribers',
  summary: 'List newsletter subscribers, newest first',
  request: { query: pageQuery.extend({ state: z.enum(SUBSCRIBER_STATES).optional() }) },
  responses: {
    200: jsonResponse(pageResponse(SubscriberResponse), 'A page of subscribers'),
    ...errorResponses(400),
  },
})

export const newsletter = createRouter()
  .openapi(subscribe, async (c) => {
    await requestNewsletter(c.get('ctx'), c.req.valid('json').email)
    return c.json({ message: 'Check your email to confirm your subscription.' }, 202)
  })
  .openapi(list, async (c) => {
    const { state, ...query } = c.req.valid('query')
    const { rows, next } = await listSubscribers(c.get('ctx'), { ...query, filter: state })
    return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
  })
