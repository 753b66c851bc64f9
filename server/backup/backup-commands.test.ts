import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { freePort } from '#test/processes/running-store.ts'
import { createDataFolder, startStore } from '#test/processes/store-processes.ts'
import { startShopper } from '#test/shoppers.ts'

vi.setConfig({ testTimeout: 120_000 })

function runScript(script: string, env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...inherited, ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('the commands check and back up a running store, and restore it on an empty machine', async () => {
  const [sourceFolder, targetFolder, backupsFolder] = [
    await createDemoFolder(),
    createDataFolder(),
    createDataFolder('backups'),
  ]
  const port = { PORT: String(await freePort()), RATE_LIMITS: 'off' }
  const store = await startStore({ DATA_DIR: sourceFolder, ...port })
  const healthyReport = runScript('doctor', { DATA_DIR: sourceFolder, ...port })
  expect([healthyReport.status, healthyReport.output]).toEqual([
    0,
    expect.stringContaining('A test webhook arrived'),
  ])
  expect(healthyReport.output).toContain('Orders, payments, accounting entries, and stock are consistent')
  const { data } = (await (await fetch(`${store.url}/api/v1/products`)).json()) as { data: { id: string }[] }
  const shopper = startShopper({ url: () => store.url, productIds: data.map(({ id }) => id) })
  await vi.waitUntil(() => shopper.paid > 2, 30_000)
  const backupResult = runScript('backup', { DATA_DIR: sourceFolder }, '--to', backupsFolder)
  expect([backupResult.status, backupResult.output]).toEqual([
    0,
    expect.stringMatching(/^Backed up to .*backups.*\n\d+ rows/),
  ])
  await shopper.stop()
  expect(shopper.failures).toEqual([])
  const drill = runScript('restore', { DATA_DIR: sourceFolder, BACKUP_DIR: backupsFolder }, '--drill')
  expect([drill.status, drill.output]).toEqual([
    0,
    expect.stringContaining('the seals of the audit log are consistent'),
  ])
  const refusedRestore = runScript(
    'restore',
    { DATA_DIR: sourceFolder, BACKUP_DIR: backupsFolder },
    '--replace',
  )
  expect([refusedRestore.status, refusedRestore.output]).toEqual([
    1,
    expect.stringContaining('is in use by another'),
  ])
  await store.kill()
  const failingReport = runScript('doctor', { DATA_DIR: sourceFolder, ...port, AUTH_SECRET: 'a'.repeat(32) })
  expect([failingReport.status, failingReport.output]).toEqual([
    1,
    expect.stringMatching(/✗ Secrets and address\n {2}AUTH_SECRET is easy to guess/),
  ])
  expect(failingReport.output).toMatch(/api\/webhooks\/stripe did not arrive/)
  expect(failingReport.output).toMatch(/✓ Backups \(not critical\)/)

  const target = { DATA_DIR: targetFolder, BACKUP_DIR: backupsFolder }
  const unknownSigner = runScript('restore', target)
  const [, signer = ''] = /add --signer (\S+)\./.exec(unknownSigner.output) ?? []
  expect(backupResult.output).toContain(`Signed by ${signer}.`)
  const restored = runScript('restore', target, '--signer', signer)
  expect([restored.status, restored.output]).toEqual([
    0,
    expect.stringContaining('all table checksums match the backup'),
  ])
  const restoredStore = await startStore({ DATA_DIR: targetFolder, ...port })
  const { orders } = await fetchDashboard(restoredStore.url)
  expect(orders).toBeGreaterThanOrEqual(156 + 2)
  expect(runScript('backup', { DATA_DIR: createDataFolder() }).output).toContain('There is no store in')
})

async function fetchDashboard(url: string): Promise<{ orders: number }> {
  const headers = { 'content-type': 'application/json' }
  const credentials = {
    grant_type: 'password',
    email: 'admin@eternalbeauty.example',
    password: 'beauty-admin',
  }
  const signIn = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify(credentials),
  })
  const { access_token } = (await signIn.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  return (await fetch(`${url}/api/v1/admin/dashboard`, { headers: { authorization } })).json()
}
