import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { freePort } from '#test/running-store.ts'
import { startShopper } from '#test/shoppers.ts'
import { dataFolder, openStore } from '#test/store-processes.ts'

vi.setConfig({ testTimeout: 120_000 })

function run(script: string, env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...inherited, ...env },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('a store that sells is examined and backed up by commands, lost, and restored on an empty machine', async () => {
  const [there, here, shelf] = [dataFolder(), dataFolder(), dataFolder('backups')]
  const port = { PORT: String(await freePort()), RATE_LIMITS: 'off' }
  const store = await openStore({ DATA_DIR: there, ...port })
  const well = run('doctor', { DATA_DIR: there, ...port })
  expect([well.status, well.said]).toEqual([0, expect.stringContaining('A message of our own arrived')])
  expect(well.said).toContain('Every order, payment, entry and piece of stock agrees')
  const { data } = (await (await fetch(`${store.url}/api/v1/products`)).json()) as { data: { id: string }[] }
  const shopper = startShopper({ url: () => store.url, productIds: data.map(({ id }) => id) })
  await vi.waitUntil(() => shopper.paid > 2, 30_000)
  const made = run('backup', { DATA_DIR: there }, '--to', shelf)
  expect([made.status, made.said]).toEqual([0, expect.stringMatching(/^Backed up to .*backups.*\n\d+ rows/)])
  await shopper.stop()
  expect(shopper.failures).toEqual([])
  const refused = run('restore', { DATA_DIR: there, BACKUP_DIR: shelf }, '--replace')
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('is in use by another')])
  await store.kill()
  const ill = run('doctor', { DATA_DIR: there, ...port, AUTH_SECRET: 'a'.repeat(32) })
  expect([ill.status, ill.said]).toEqual([
    1,
    expect.stringMatching(/✗ Secrets and address\n {2}AUTH_SECRET can be guessed/),
  ])
  expect(ill.said).toMatch(/api\/webhooks\/stripe did not arrive/)
  expect(ill.said).toMatch(/✓ Backups \(not critical\)/)

  const restored = run('restore', { DATA_DIR: here, BACKUP_DIR: shelf })
  expect([restored.status, restored.said]).toEqual([
    0,
    expect.stringContaining('each table’s sum as in the backup'),
  ])
  const again = await openStore({ DATA_DIR: here, ...port })
  const { orders } = await dashboard(again.url)
  expect(orders).toBeGreaterThanOrEqual(156 + 2)
  expect(run('backup', { DATA_DIR: dataFolder() }).said).toContain('There is no store in')
})

/** Signed in as before, with the numbers of before. */
async function dashboard(url: string): Promise<{ orders: number }> {
  const headers = { 'content-type': 'application/json' }
  const known = { grant_type: 'password', email: 'admin@eternalbeauty.example', password: 'beauty-admin' }
  const signIn = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify(known),
  })
  const { access_token } = (await signIn.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  return (await fetch(`${url}/api/v1/admin/dashboard`, { headers: { authorization } })).json()
}
