import { createHash } from 'node:crypto'
import type { Config } from './config.ts'

export function needsSandbox({ STORE_DEMO, STRIPE_SECRET_KEY, STRIPE_API_BASE }: Config): boolean {
  return STORE_DEMO !== 'off' && !STRIPE_SECRET_KEY && !STRIPE_API_BASE
}

export function webhookSecret({ STRIPE_WEBHOOK_SECRET, AUTH_SECRET }: Config): string {
  return (
    STRIPE_WEBHOOK_SECRET ?? `whsec_${createHash('sha256').update(`sandbox ${AUTH_SECRET}`).digest('hex')}`
  )
}
