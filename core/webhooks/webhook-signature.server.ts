import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

type SignedMessage = { id: string; timestamp: number; body: string }

/** As Standard Webhooks defines it: one signature for each secret that is valid. */
export function webhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
