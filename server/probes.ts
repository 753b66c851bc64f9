import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { TEST_EVENT_KIND } from '#core/payments/payment.ts'
import type { Probes } from '#core/readiness/probes.ts'
import { missingMigrations } from '#db/migrate.ts'
import type { Config } from './config.ts'
import { greetMail } from './mail.ts'
import { MIGRATIONS } from './places.ts'
import { sign } from './sandbox/deliver.ts'

type Settings = Pick<Config, 'SMTP_URL' | 'PUBLIC_URL' | 'DATA_DIR' | 'STRIPE_WEBHOOK_SECRET'>

const PATIENCE = 2500

export function openProbes(settings: Settings, pool: Pool): Probes {
  return {
    checkMailServer: () => greetMail(settings),
    sendTestWebhook: () => bringWebhook(settings),
    freeDiskSpace: () => roomLeft(settings.DATA_DIR),
    missingMigrations: () => missingMigrations(pool, MIGRATIONS),
  }
}

async function bringWebhook({ PUBLIC_URL, STRIPE_WEBHOOK_SECRET: secret }: Settings): Promise<void> {
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
  const answer = await fetch(`${PUBLIC_URL}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body, secret) },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  })
  const said = await answer.text()
  if (answer.status !== 200 || !said.includes('"trial"')) throw new Error(`the answer was ${answer.status}`)
}

/** The folder may not be there yet: then of the one that it will be made in. */
async function roomLeft(folder: string): Promise<number> {
  const above = path.dirname(folder)
  if (!existsSync(folder) && above !== folder) return roomLeft(above)
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
