import { expect, test, vi } from 'vitest'
import { sendRawRequest } from '#test/http/raw-request.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { startStore } from '#test/processes/store-processes.ts'

vi.setConfig({ testTimeout: 60_000 })

test('a store whose log reader is gone keeps serving and closes cleanly', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder(), LOG_LEVEL: 'info' })
  store.process.stdout?.destroy()
  store.process.stderr?.destroy()
  for (const path of ['/nowhere', '/g%ff%fe', '/nowhere', '/nowhere'])
    expect((await sendRawRequest(store.url, path)).status).toBe(404)
  expect((await sendRawRequest(store.url, '/')).status).toBe(200)
  expect(await store.stop()).toBe(0)
})

test('every line of the log is JSON, also for a URL that can’t be decoded', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder(), LOG_LEVEL: 'info' })
  const banner = store.output().length
  await sendRawRequest(store.url, '/g%ff%fe')
  await store.stop()
  const lines = store.output().slice(banner).trim().split('\n')
  const events = lines.filter((line) => line.trim()).map((line) => JSON.parse(line))
  expect(events).toContainEqual(expect.objectContaining({ level: 'warn', event: 'console message' }))
})
