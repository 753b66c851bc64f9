import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { PaymentProvider } from '#core/payments/payment.ts'
import type { Connection } from '#db/connection.ts'
import { sandboxApi } from '#sandbox/api.ts'
import { SANDBOX_KEY } from '#sandbox/sandbox.ts'
import { readConfig } from '#server/config.ts'
import { createPayments } from '#server/payments.ts'
import { listenOnFreePort } from '../http/raw-request.ts'

export const WEBHOOK_SECRET = 'whsec_test'

/** Card payments by the Stripe SDK and the sandbox, over HTTP. */
export async function startSandboxPayments({
  pool,
}: Connection): Promise<{ payments: PaymentProvider | null; close(): void }> {
  const sandbox = createServer(getRequestListener(sandboxApi(pool, SANDBOX_KEY).fetch))
  const { url, close } = await listenOnFreePort(sandbox)
  const env = { STRIPE_API_BASE: url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_SECRET_KEY: SANDBOX_KEY }
  return { payments: createPayments(readConfig({ STORE_DEMO: 'on', ...env })), close }
}
