import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Actor, guest } from '#core/context.ts'
import { API_POLICIES } from '#server/api-policies.fixture.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { normalizePath, pagePolicy } from '#web/page-access.ts'
import siteMap from '#web/routes.ts'

const user = {
  kind: 'user',
  id: 'usr_x',
  email: 'x@x.example',
  fullName: null,
  sessionId: 's',
  expiresAt: new Date(),
} as const
const ROLES: Record<string, Actor> = {
  guest,
  customer: { ...user, role: 'user' },
  administrator: { ...user, role: 'admin' },
}
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type TestStore = ReturnType<typeof createTestStore>
type OpenApiDocument = { paths: Record<string, Record<string, unknown>> }

async function apiOperations(store: TestStore): Promise<string[]> {
  const document: OpenApiDocument = await (await store.visitor().get('/api/openapi.json')).json()
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).map(
      (method) => `${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`,
    ),
  )
}

function pagePaths(entries: RouteConfigEntry[], under = ''): string[] {
  return entries.flatMap((entry) => {
    const path = `${under}/${entry.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const childPaths = pagePaths(entry.children ?? [], path)
    return entry.path !== undefined || entry.index ? [path, ...childPaths] : childPaths
  })
}

test('every call and every page says who may', async ({ connection }) => {
  const operationNames = await apiOperations(createTestStore(connection))
  expect(operationNames.length).toBeGreaterThan(10)
  expect(operationNames.filter((operation) => !API_POLICIES[operation])).toEqual([])
  expect(Object.keys(API_POLICIES).filter((operation) => !operationNames.includes(operation))).toEqual([])
  expect(pagePaths(await siteMap).filter((pagePath) => !pagePolicy(pagePath))).toEqual([])
})

test('the table of who may do what is the one in the papers', async ({ connection }) => {
  const operationNames = (await apiOperations(createTestStore(connection))).map(
    (operation): [string, (actor: Actor) => boolean] => [
      operation.replace(' /', ' /api/v1/'),
      API_POLICIES[operation] ?? (() => false),
    ],
  )
  const pageRows = pagePaths(await siteMap).map((pagePath): [string, (actor: Actor) => boolean] => [
    `page ${pagePath}`,
    (actor) => pagePolicy(pagePath)?.isAllowed(actor) ?? false,
  ])
  const rows = [...pageRows, ...operationNames].map(([operationName, isAllowed]) => {
    const cells = Object.values(ROLES).map((actor) => (isAllowed(actor) ? 'yes' : '—'))
    return `| \`${operationName}\` | ${cells.join(' | ')} |`
  })
  const header = [
    '# Who may do what',
    '',
    'Made by `server/policies.test.ts` from the code. What belongs to somebody is theirs alone: anybody else’s is answered as if it were not there.',
    '',
    `| | ${Object.keys(ROLES).join(' | ')} |`,
    '|---|---|---|---|',
  ]
  await expect(`${[...header, ...rows].join('\n')}\n`).toMatchFileSnapshot('../docs/policies.md')
})

test('every call answers each role as its policy says', async ({ connection }) => {
  const store = createTestStore(connection, { env: { RATE_LIMITS: 'off' } })
  const visitors = {
    guest: () => store.visitor(),
    customer: await signInVisitor(store, connection.db),
    administrator: await signInVisitor(store, connection.db, { role: 'admin' }),
  }
  for (const operation of (await apiOperations(store)).filter(
    (operation) => !operation.includes('/auth/sign'),
  )) {
    const [method = '', path = ''] = operation.split(' ')
    for (const [role, actor] of Object.entries(ROLES)) {
      const visitor =
        role === 'customer' ? visitors.customer : role === 'guest' ? visitors.guest() : visitors.administrator
      const json = method === 'GET' || method === 'DELETE' ? undefined : validBody(operation)
      const response = await visitor.request(
        method,
        `/api/v1${path.replace('{bucket}', 'admin-uploads').replace(/\{\w+\}/g, 'none')}`,
        { json },
      )
      const isAllowed = API_POLICIES[operation]?.(actor)
      const refusalStatus = isAllowed ? [] : [role === 'guest' ? 401 : 403]
      if (isAllowed) expect([operation, role, response.status]).not.toEqual([operation, role, 403])
      else expect([operation, role, response.status]).toEqual([operation, role, ...refusalStatus])
    }
  }
})

/** Enough to be asked who one is: a body that can't be read is refused before. */
function validBody(operation: string): object {
  if (operation.includes('/profile/addresses')) {
    const word = 'one'
    return { firstName: word, lastName: word, address: word, city: word, state: word, zipCode: word }
  }
  if (operation.includes('/returns'))
    return { items: [{ product_id: 'none', quantity: 1 }], reason: 'none', amount: 1 }
  if (/cart|quote|orders|functions/.test(operation)) {
    const contact = {
      email: 'a@b.example',
      firstName: 'A',
      lastName: 'B',
      address: 'C',
      city: 'D',
      state: 'E',
    }
    const shipping_address = { ...contact, zipCode: '10001', mobileNumber: '2125550100' }
    return {
      product_id: 'none',
      quantity: 1,
      items: [],
      shipping_address,
      payment: 'demo',
      session_id: 'none',
      to: 'processing',
    }
  }
  if (operation.endsWith('/settings')) {
    return {
      orderConfirmations: true,
      shippingUpdates: true,
      promotionalEmails: true,
      allowCookies: true,
      shareData: true,
    }
  }
  if (operation.endsWith('/stock')) return { change: 1, reason: 'counted' }
  if (operation.endsWith('/admin/products')) return { name: 'One', price: 1 }
  if (operation.endsWith('/accounting')) return { description: 'One', amount: 1 }
  return { role: 'user' }
}

test('no spelling of an address leads past the guard', async ({ connection }) => {
  const store = createTestStore(connection)
  const customer = await signInVisitor(store, connection.db)
  const pathVariants = [
    '/admin',
    '/admin/',
    '/ADMIN/users',
    '/admin//users',
    '/%61dmin/users',
    '/admin%2Fusers',
    '/%2561dmin',
    '/admin/users?_routes=x',
    '/admin/users?x=.data',
    '/admin\\users',
    '/legacy-admin/orders',
  ]
  for (const path of pathVariants) {
    for (const visitor of [customer, store.visitor()]) {
      const response = await visitor.get(path)
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        303,
        path.startsWith('/legacy') ? '/login' : '/admin/login',
      ])
    }
  }
  for (const path of ['/admin.data', '/admin/users.data?_routes=x', '/_root.data'])
    expect(pagePolicy(normalizePath(path))).toBeDefined()
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  expect((await admin.get('/admin/users')).status).toBe(200)
  expect((await store.visitor().get('/admin/login')).status).toBe(200)
  expect((await store.visitor().get('/profile?tab=orders')).headers.get('location')).toBe(
    '/login?next=%2Fprofile%3Ftab%3Dorders',
  )
})
