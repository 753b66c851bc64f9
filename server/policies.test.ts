import type { RouteConfigEntry } from '@react-router/dev/routes'
import { API_POLICIES } from '#api/policies.ts'
import { type Actor, guest } from '#core/context.ts'
import { signedInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { openDoors } from '#test/visitors.ts'
import { normalizePath, pagePolicy } from '#web/policies.ts'
import siteMap from '#web/routes.ts'

const person = {
  kind: 'user',
  id: 'usr_x',
  email: 'x@x.example',
  fullName: null,
  sessionId: 's',
  expiresAt: new Date(),
} as const
const ROLES: Record<string, Actor> = {
  guest,
  customer: { ...person, role: 'user' },
  administrator: { ...person, role: 'admin' },
}
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type Doors = ReturnType<typeof openDoors>
type Document = { paths: Record<string, Record<string, unknown>> }

async function apiCalls(doors: Doors): Promise<string[]> {
  const document: Document = await (await doors.visitor().get('/api/openapi.json')).json()
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).map(
      (method) => `${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`,
    ),
  )
}

function pages(entries: RouteConfigEntry[], under = ''): string[] {
  return entries.flatMap((entry) => {
    const path = `${under}/${entry.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const below = pages(entry.children ?? [], path)
    return entry.path !== undefined || entry.index ? [path, ...below] : below
  })
}

test('every call and every page says who may', async ({ connection }) => {
  const calls = await apiCalls(openDoors(connection))
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter((call) => !API_POLICIES[call])).toEqual([])
  expect(Object.keys(API_POLICIES).filter((call) => !calls.includes(call))).toEqual([])
  expect(pages(await siteMap).filter((page) => !pagePolicy(page))).toEqual([])
})

test('the table of who may do what is the one in the papers', async ({ connection }) => {
  const calls = (await apiCalls(openDoors(connection))).map((call): [string, (actor: Actor) => boolean] => [
    call.replace(' /', ' /api/v1/'),
    API_POLICIES[call] ?? (() => false),
  ])
  const opened = pages(await siteMap).map((page): [string, (actor: Actor) => boolean] => [
    `page ${page}`,
    (actor) => pagePolicy(page)?.isAllowed(actor) ?? false,
  ])
  const lines = [...opened, ...calls].map(([what, may]) => {
    const marks = Object.values(ROLES).map((actor) => (may(actor) ? 'yes' : '—'))
    return `| \`${what}\` | ${marks.join(' | ')} |`
  })
  const head = [
    '# Who may do what',
    '',
    'Made by `server/policies.test.ts` from the code. What belongs to somebody is theirs alone: anybody else’s is answered as if it were not there.',
    '',
    `| | ${Object.keys(ROLES).join(' | ')} |`,
    '|---|---|---|---|',
  ]
  await expect(`${[...head, ...lines].join('\n')}\n`).toMatchFileSnapshot('../docs/policies.md')
})

test('every call answers each role as its policy says', async ({ connection }) => {
  const doors = openDoors(connection, { env: { RATE_LIMITS: 'off' } })
  const asked = {
    guest: () => doors.visitor(),
    customer: await signedInVisitor(doors, connection.db),
    administrator: await signedInVisitor(doors, connection.db, { role: 'admin' }),
  }
  for (const call of (await apiCalls(doors)).filter((call) => !call.includes('/auth/sign'))) {
    const [method = '', path = ''] = call.split(' ')
    for (const [role, actor] of Object.entries(ROLES)) {
      const visitor =
        role === 'customer' ? asked.customer : role === 'guest' ? asked.guest() : asked.administrator
      const json = method === 'GET' || method === 'DELETE' ? undefined : bodyFor(call)
      const answer = await visitor.ask(
        method,
        `/api/v1${path.replace('{bucket}', 'admin-uploads').replace(/\{\w+\}/g, 'none')}`,
        { json },
      )
      const may = API_POLICIES[call]?.(actor)
      const refused = may ? [] : [role === 'guest' ? 401 : 403]
      if (may) expect([call, role, answer.status]).not.toEqual([call, role, 403])
      else expect([call, role, answer.status]).toEqual([call, role, ...refused])
    }
  }
})

/** Enough to be asked who one is: a body that can't be read is refused before. */
function bodyFor(call: string): object {
  if (call.includes('/profile/addresses')) {
    const one = 'one'
    return { firstName: one, lastName: one, address: one, city: one, state: one, zipCode: one }
  }
  if (call.includes('/returns'))
    return { items: [{ product_id: 'none', quantity: 1 }], reason: 'none', amount: 1 }
  if (/cart|quote|orders|functions/.test(call)) {
    const said = { email: 'a@b.example', firstName: 'A', lastName: 'B', address: 'C', city: 'D', state: 'E' }
    const shipping_address = { ...said, zipCode: '10001', mobileNumber: '2125550100' }
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
  if (call.endsWith('/settings')) {
    return {
      orderConfirmations: true,
      shippingUpdates: true,
      promotionalEmails: true,
      allowCookies: true,
      shareData: true,
    }
  }
  if (call.endsWith('/stock')) return { change: 1, reason: 'counted' }
  if (call.endsWith('/admin/products')) return { name: 'One', price: 1 }
  if (call.endsWith('/accounting')) return { description: 'One', amount: 1 }
  return { role: 'user' }
}

test('no spelling of an address leads past the guard', async ({ connection }) => {
  const doors = openDoors(connection)
  const customer = await signedInVisitor(doors, connection.db)
  const spellings = [
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
  for (const path of spellings) {
    for (const visitor of [customer, doors.visitor()]) {
      const answer = await visitor.get(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        303,
        path.startsWith('/legacy') ? '/login' : '/admin/login',
      ])
    }
  }
  for (const path of ['/admin.data', '/admin/users.data?_routes=x', '/_root.data'])
    expect(pagePolicy(normalizePath(path))).toBeDefined()
  const admin = await signedInVisitor(doors, connection.db, { role: 'admin' })
  expect((await admin.get('/admin/users')).status).toBe(200)
  expect((await doors.visitor().get('/admin/login')).status).toBe(200)
  expect((await doors.visitor().get('/profile?tab=orders')).headers.get('location')).toBe(
    '/login?next=%2Fprofile%3Ftab%3Dorders',
  )
})
