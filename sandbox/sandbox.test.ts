import { vi } from 'vitest'
import { createLog } from '#core/log.ts'
import { expect, test } from '#test/store.ts'
import { startSandbox } from './sandbox.ts'

test('the store’s responses keep their class, although the sandbox of development runs in the same process', async ({
  connection,
}) => {
  vi.stubGlobal('Request', class extends Request {})
  const { Response } = globalThis
  const sandbox = await startSandbox(connection.pool, {
    secret: 'whsec_test',
    log: createLog('error', () => {}),
  })
  await sandbox.close()
  expect(globalThis.Response).toBe(Response)
})
