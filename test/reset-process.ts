// Its response is made with the global class, which `getRequestListener` replaces. The store imports it before any call.
import '@hono/node-server/utils/response'
import { afterEach, vi } from 'vitest'
import { setStoreName } from '#web/store-name.ts'

// Test files share a process, where each test leaves the clock, globals, and environment as they were.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setStoreName('Eternal Beauty')
})
