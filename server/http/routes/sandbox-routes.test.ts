import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('in a shared demo, only administrators make card payments fail', async ({ connection }) => {
  const setFaults = async (demo: string, role?: 'user' | 'admin') => {
    const env = { PUBLIC_URL: 'http://localhost:3000', STORE_DEMO: demo }
    const store = createTestStore(connection, { env })
    const visitor = role ? await signInVisitor(store, connection.db, { role }) : store.visitor()
    return (await visitor.put('/demo/card/faults', {})).status
  }
  expect(await setFaults('public')).toBe(403)
  expect(await setFaults('public', 'user')).toBe(403)
  expect(await setFaults('public', 'admin')).toBe(200)
  expect(await setFaults('on')).toBe(200)
})
