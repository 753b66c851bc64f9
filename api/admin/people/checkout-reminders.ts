import { z } from '@hono/zod-openapi'
import { REMINDER_STATES } from '#core/checkout-reminders/checkout-reminder.ts'
import { type AdminReminder, listCheckoutReminders } from '#core/checkout-reminders/reminder-list.server.ts'
import { toApiRow } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const ReminderResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    user_id: z.string().nullable().describe('Who was signed in'),
    items: z.array(z.object({ product_id: z.string(), name: z.string(), quantity: z.int() })),
    state: z.enum(REMINDER_STATES).describe('`cancelled`: the shopper ordered, or nothing could be bought'),
    requested_at: z.iso.datetime(),
    send_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    order_number: z.string().nullable().describe('The first order since. Needs the permission to see orders'),
  })
  .openapi('CheckoutReminder')

const list = defineRoute('Admin', 'get', '/admin/checkout-reminders', {
  access: 'customers.view',
  summary: 'List reminders of abandoned checkouts, newest first',
  request: {
    query: pageQuery.extend({
      state: z.enum(REMINDER_STATES).optional(),
      q: z.string().max(200).optional().describe('A part of the email address'),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(ReminderResponse), 'A page of reminders'),
    ...errorResponses(400),
  },
})

export const checkoutReminders = createRouter().openapi(list, async (c) => {
  const { state: filter, q: search, ...page } = c.req.valid('query')
  const { rows, next } = await listCheckoutReminders(c.get('ctx'), { ...page, filter, search })
  return c.json({ data: rows.map(toReminderResponse), next_cursor: next }, 200)
})

function toReminderResponse({ items, ...reminder }: AdminReminder): z.infer<typeof ReminderResponse> {
  return ReminderResponse.parse({ ...toApiRow(reminder), items: items.map((item) => toApiRow(item)) })
}
