import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { readBody } from '#core/fetch-text.ts'
import { TEST_EVENT_KIND } from '#core/payments/payment.ts'
import type { Probes } from '#core/readiness/probes.ts'
import { canChangeSchema } from '#db/app-role.ts'
import { missingMigrations } from '#db/migrate.ts'
import { signPayload } from '#sandbox/webhooks.ts'
import type { Config } from '../config.ts'
import { checkMailServer } from '../email.ts'
import { MIGRATIONS_DIR } from '../paths.ts'
import { readPaymentPage } from './payment-page.ts'

type ProbeSettings = Pick<
  Config,
  'SMTP_URL' | 'PUBLIC_URL' | 'DATA_DIR' | 'STRIPE_WEBHOOK_SECRET' | 'embedded'
>

const TIMEOUT = 2500

export function createProbes(settings: ProbeSettings, pool: Pool): Probes {
  return {
    checkMailServer: () => checkMailServer(settings),
    sendTestWebhook: () => sendTestWebhook(settings),
    readPaymentPage: () => readPaymentPage(settings.PUBLIC_URL),
    freeDiskSpace: () => freeDiskSpace(settings.DATA_DIR),
    missingMigrations: () => missingMigrations(pool, MIGRATIONS_DIR),
    // The embedded database's role never can, but the doctor connects as its owner.
    canChangeSchema: async () => !settings.embedded && (await canChangeSchema(pool)),
  }
}

async function sendTestWebhook({ PUBLIC_URL, STRIPE_WEBHOOK_SECRET: secret }: ProbeSettings): Promise<void> {
  if (!secret) throw new Error('STRIPE_WEBHOOK_SECRET is not set')
  const created = Math.floor(Date.now() / 1000)
  const data = { object: { object: 'trial' } }
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: TEST_EVENT_KIND,
    created,
    data,
  })
  const response = await fetch(`${PUBLIC_URL}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signPayload(body, secret) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const responseText = (await readBody(response, 64 * 1024)).toString()
  if (response.status !== 200 || !responseText.includes('"trial"'))
    throw new Error(`the response status was ${response.status}`)
}

// A missing folder will be created in its parent.
async function freeDiskSpace(folder: string): Promise<number> {
  const parentFolder = path.dirname(folder)
  if (!existsSync(folder) && parentFolder !== folder) return freeDiskSpace(parentFolder)
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
