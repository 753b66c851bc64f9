import { handleProviderEvent } from '#core/checkout/handle-provider-event.server.ts'
import { TEST_EVENT_KIND } from '#core/payments/payment.ts'
import { sendError } from './errors.ts'
import { createRouter } from './router.ts'

/** What the card provider tells by itself. Its signature covers the very bytes, so they are read as they came. */
export const webhooks = createRouter()

webhooks.post('/stripe', async (c) => {
  const ctx = c.get('ctx')
  const body = await c.req.text()
  const event = ctx.payments?.readWebhook(body, c.req.header('stripe-signature') ?? '')
  if (!event) return sendError(c, 'invalid_input', 'This was not signed by the card provider.')
  if (event.kind === TEST_EVENT_KIND) return c.json({ received: true, outcome: 'trial' }, 200)
  const outcome = await handleProviderEvent(ctx, event)
  return c.json({ received: true, outcome }, 200)
})
