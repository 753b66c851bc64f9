import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const PATH = '/api/v1/admin/navigation'

test('the menu and the footer are read and replaced', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const { version, header, columns } = await (await admin.get(PATH)).json()
  expect([version, header[1]]).toEqual([
    0,
    { type: 'catalog', id: null, address: '/categories', label: '', name: 'Categories', state: 'shown' },
  ])
  expect(columns[0]).toMatchObject({ heading: 'Help', links: [{ address: '/shipping-returns' }, {}, {}, {}] })

  const body = { version, header: [{ address: '/categories', label: 'Shop' }], columns: [], social: [] }
  const response = await admin.put(PATH, body)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ version: 1, header: [{ label: 'Shop' }], columns: [] })
  expect((await admin.put(PATH, body)).status).toBe(409)
  const refused = await admin.put(PATH, { ...body, version: 1, header: [{ address: 'javascript:alert(1)' }] })
  expect(refused.status).toBe(400)
  expect((await refused.json()).error.fields).toHaveProperty(['header.0.address'])
})
