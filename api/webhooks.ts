import { handleProviderEvent } from '#core/checkout/handle-provider-event.server.ts'
import { TEST_EVENT_KIND } from '#core/payments/payment.ts'
import { sendError } from './errors.ts'
import { createRouter } from './router.ts'

/** The card provider signs the raw bytes of the body, so the body is read as text and not parsed by a validator. */
export const webhooks = createRouter()

webhooks.post('/stripe', async (c) => {
  const ctx = c.get('ctx')
  const body = await c.req.text()
  const event = ctx.payments?.readWebhook(body, c.req.header('stripe-signature') ?? '')
  if (!event) return sendError(c, 'invalid_input', 'The webhook signature is invalid.')
  if (event.kind === TEST_EVENT_KIND) return c.json({ received: true, outcome: 'trial' }, 200)
  const outcome = await handleProviderEvent(ctx, event)
  return c.json({ received: true, outcome }, 200)
})
