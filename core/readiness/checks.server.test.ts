import { describe } from 'vitest'
import { execute } from '#db/sql.ts'
import { buildAccount } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import type { Settings } from '../settings/settings.ts'
import { findDiscrepancies } from './books-consistency.server.ts'
import { errorReason, timeAgo } from './check.ts'
import { runChecks } from './readiness.server.ts'
import { type ChecklistItem, hasFailures, isReady } from './readiness.ts'
import { createProxyReporter } from './unknown-proxy.server.ts'

async function readCheck(ctx: Context, id: string, options?: Parameters<typeof runChecks>[1]) {
  const check = (await runChecks(ctx, options)).find((item) => item.id === id)
  return [check?.status, check?.description]
}
const withSettings = (ctx: Context, settings: Partial<Settings>): Context => ({
  ...ctx,
  settings: { ...ctx.settings, ...settings },
})
const STRONG_SECRET = 'b7Qf2kz9Xw4mT8sLr1vYc6nHd3pJg5aE'

describe('disk space', () => {
  test('is a warning below 2 GB and a failure below 200 MB', async ({ ctx }) => {
    const check = (megabytes: number) => {
      const freeDiskSpace = async () => megabytes * 1024 * 1024
      return readCheck({ ...ctx, probes: { ...ctx.probes, freeDiskSpace } }, 'room')
    }
    expect(await check(2048)).toEqual(['complete', '2 GB left.'])
    expect(await check(2047)).toEqual(['warning', '2047 MB left. Free up some space or move old backups.'])
    expect((await check(200))[0]).toBe('warning')
    expect(await check(199)).toEqual([
      'incomplete',
      'Only 199 MB left. Uploads may fail; free up some space.',
    ])
  })
})

describe('the secret', () => {
  test('is long, hard to guess, and used over HTTPS', async ({ ctx }) => {
    const check = (settings: Partial<Settings>) => readCheck(withSettings(ctx, settings), 'secrets')
    const live = { demo: 'off', origin: 'https://shop.example', secret: STRONG_SECRET } as const
    expect(await check(live)).toEqual(['complete', 'AUTH_SECRET is strong, and the store uses HTTPS.'])
    expect(await check({ ...live, secret: STRONG_SECRET.slice(1) })).toEqual([
      'incomplete',
      'AUTH_SECRET needs at least 32 characters.',
    ])
    expect(await check({ ...live, secret: 'abcdefghijk'.repeat(4) })).toEqual([
      'incomplete',
      'AUTH_SECRET is easy to guess. Generate one with openssl rand -hex 32.',
    ])
    const http = { ...live, origin: 'http://shop.example' }
    expect(await check(http)).toMatchObject(['incomplete', expect.stringContaining('TLS proxy')])
    expect((await check({ ...http, demo: 'on' }))[0]).toBe('warning')
  })
})

describe('the proxy', () => {
  test('is reported once an hour and process from the first forwarded request on, on every process', async ({
    ctx,
    logEntries,
  }) => {
    expect(await readCheck(ctx, 'proxy')).toEqual(['complete', 'No request has come through a proxy.'])
    const report = createProxyReporter(ctx)
    for (const address of ['10.0.0.5', '203.0.113.9']) await report(address)
    expect(logEntries).toMatchObject([{ level: 'warn', proxy: '10.0.0.5' }])
    const [status, description] = await readCheck(ctx, 'proxy')
    expect(status).toBe('warning')
    expect(description).toContain(
      'TRUST_PROXY=10.0.0.5/32. If not, a visitor made this up: set TRUST_PROXY=off.',
    )
    for (const proxy of ['trusted', 'none'] as const)
      expect((await readCheck(withSettings(ctx, { proxy }), 'proxy'))[0]).toBe('complete')
    await execute(ctx.db)`update store_facts set at = now() - interval '1 day' where key = 'unknown-proxy'`
    expect((await readCheck(ctx, 'proxy'))[0]).toBe('complete')
  })

  test('is named only by a private address, because a public one may be a visitor’s', async ({
    ctx,
    logEntries,
  }) => {
    await createProxyReporter(ctx)('203.0.113.9')
    expect(JSON.stringify(logEntries)).not.toContain('203.0.113.9')
    expect((await readCheck(ctx, 'proxy'))[1]).toContain('set TRUST_PROXY to its address')
  })
})

describe('the database role', () => {
  test('is a warning if it can change tables', async ({ ctx }) => {
    const check = (able: boolean) =>
      readCheck({ ...ctx, probes: { ...ctx.probes, canChangeSchema: async () => able } }, 'database-role')
    expect((await check(false))[0]).toBe('complete')
    expect(await check(true)).toEqual(['warning', expect.stringContaining('DATABASE_DIRECT_URL')])
  })
})

describe('the administrator', () => {
  test('is the owner’s own, confirmed account, and uses two-step sign-in', async ({ ctx }) => {
    const live = withSettings(ctx, { demo: 'off' })
    await buildAccount(ctx.db, { role: 'admin', isDemo: true })
    await buildAccount(ctx.db, { role: 'admin', confirmed: false })
    expect(await readCheck(live, 'administrator')).toEqual([
      'incomplete',
      'This store has no administrator yet. Open the setup link that the server prints at startup.',
    ])
    expect(await readCheck(ctx, 'administrator')).toEqual([
      'warning',
      'The only administrator is the demo account, whose password is public.',
    ])
    const { id } = await buildAccount(ctx.db, { role: 'admin' })
    expect(await readCheck(live, 'administrator')).toEqual([
      'warning',
      'No administrator uses two-step sign-in yet.',
    ])
    const addFactor = (isVerified: boolean) =>
      execute(ctx.db)`
        insert into auth_two_factors (user_id, secret, verified) values (${id}, 'x', ${isVerified})
        on conflict (user_id) do update set verified = excluded.verified`
    await addFactor(false)
    expect((await readCheck(live, 'administrator'))[0]).toBe('warning')
    await addFactor(true)
    expect((await readCheck(live, 'administrator'))[0]).toBe('complete')
  })
})

describe('backups', () => {
  test('are missing until the first one, and a warning after two days', async ({ ctx }) => {
    expect((await readCheck(ctx, 'backups'))[0]).toBe('incomplete')
    const check = async (hours: number) => {
      await execute(ctx.db)`
        insert into store_facts (key, value, at) values ('backup', '{}', ${ctx.now}::timestamptz - ${hours} * interval '1 hour')
        on conflict (key) do update set at = excluded.at`
      return readCheck(ctx, 'backups')
    }
    expect(await check(47)).toEqual(['complete', 'The last backup was made 47 hours ago.'])
    expect(await check(72)).toEqual([
      'warning',
      'The last backup was made 3 days ago. Set BACKUP_DIR for nightly backups.',
    ])
  })
})

describe('email', () => {
  test('is a failure when one couldn’t be sent or has waited for 15 minutes', async ({ ctx }) => {
    const live = withSettings(ctx, { mail: 'smtp' })
    const save = (state: string, minutes: number) =>
      execute(ctx.db)`
        insert into emails (id, key, kind, recipient, subject, state, created_at)
        values ('l', 'l', 'x', 'a@orchard.example', 'x', ${state}, now() - ${minutes} * interval '1 minute')
        on conflict (id) do update set state = excluded.state, created_at = excluded.created_at`
    expect(await readCheck(live, 'mail')).toEqual([
      'complete',
      'The mail server is responding. No email has been sent yet.',
    ])
    await save('waiting', 14)
    expect((await readCheck(live, 'mail'))[0]).toBe('complete')
    for (const [state, minutes] of [
      ['waiting', 16],
      ['failed', 0],
    ] as const) {
      await save(state, minutes)
      expect(await readCheck(live, 'mail')).toEqual([
        'incomplete',
        'Emails that couldn’t be sent: 1. Check SMTP_URL and your mail server.',
      ])
    }
  })
})

describe('file storage', () => {
  test('is complete only if a test file comes back unchanged, and the file is removed', async ({ ctx }) => {
    const written = new Map<string, Uint8Array>()
    const removed: string[] = []
    const files = {
      ...ctx.files,
      write: async (path: string, bytes: Uint8Array) => void written.set(path, bytes),
      read: async (path: string) => new Uint8Array(written.get(path) ?? []),
      remove: async (path: string) => void removed.push(path),
    }
    expect(await readCheck({ ...ctx, files }, 'storage')).toEqual([
      'complete',
      'A test file was written, read, and deleted.',
    ])
    expect(removed).toEqual([...written.keys()])
    const changed = { ...files, read: async () => new Uint8Array(Buffer.from('something else')) }
    expect(await readCheck({ ...ctx, files: changed }, 'storage')).toEqual([
      'incomplete',
      'A test file came back changed.',
    ])
  })
})

test('a check that fails is incomplete and stops no other', async ({ ctx }) => {
  const freeDiskSpace = () => Promise.reject(new Error('statfs failed.'))
  const broken = { ...ctx, probes: { ...ctx.probes, freeDiskSpace } }
  expect(await readCheck(broken, 'room')).toEqual(['incomplete', 'The check failed: statfs failed.'])
  expect((await readCheck(broken, 'database'))[0]).toBe('complete')
})

test('the audit log is verified by the doctor, and not each time the dashboard opens', async ({ ctx }) => {
  expect(await readCheck(ctx, 'audit', { deep: true })).toEqual(['complete', 'Log verified.'])
  expect(await readCheck(ctx, 'audit')).toEqual([undefined, undefined])
})

test.for<[string, (ctx: Context) => Promise<unknown>]>([
  [
    'An order’s total doesn’t match its parts',
    async (ctx) => {
      await buildOrder(ctx, { paymentMethod: 'demo' })
      await execute(ctx.db)`update order_items set quantity = 2, amount = 2 * price`
    },
  ],
  [
    'A product’s stock doesn’t match its movements',
    async (ctx) => {
      const { id } = await buildProduct(ctx)
      await execute(ctx.db)`update stock_levels set available = 11 where product_id = ${id}`
    },
  ],
  [
    'A product’s in-stock flag doesn’t match its stock',
    async (ctx) => {
      const { id } = await buildProduct(ctx)
      await execute(ctx.db)`update products set in_stock = false where id = ${id}`
    },
  ],
  [
    'A listing doesn’t match its published products',
    (ctx) => execute(ctx.db)`update listings set in_stock = not in_stock`,
  ],
  ['An order’s stock movements don’t match its status', (ctx) => buildOrder(ctx, { paymentMethod: 'demo' })],
  [
    'An offer was used more often than its limit allows',
    async (ctx) => {
      const orders = [await buildOrder(ctx), await buildOrder(ctx)]
      await execute(ctx.db)`
        insert into offers (id, code, title, kind, value, total_limit) values ('off_x', 'X', 'X', 'amount', 100, 1)`
      for (const { id } of orders)
        await execute(ctx.db)`
          insert into offer_uses (offer_id, order_id) values ('off_x', ${id})`
    },
  ],
  [
    'The count of an offer’s uses is wrong',
    async (ctx) => {
      await execute(ctx.db)`
        insert into offers (id, code, title, kind, value) values ('off_x', 'X', 'X', 'amount', 100)`
      await execute(ctx.db)`insert into tally_changes (name, change) values ('uses of off_x', 1)`
    },
  ],
])('the books report: %s', async ([problem, breakBooks], { ctx }) => {
  await buildProduct(ctx)
  expect(await findDiscrepancies(ctx.db)).toEqual([])
  await breakBooks(ctx)
  expect((await findDiscrepancies(ctx.db)).join('\n')).toContain(problem)
})

test('a store is ready when every critical check is complete', () => {
  const item = (status: ChecklistItem['status'], critical: boolean): ChecklistItem => ({
    id: 'x',
    title: 'x',
    description: 'x',
    status,
    critical,
  })
  const state = (...items: ChecklistItem[]) => [isReady(items), hasFailures(items)]
  expect(state(item('complete', true), item('incomplete', false), item('warning', false))).toEqual([
    true,
    false,
  ])
  expect(state(item('complete', true), item('warning', true))).toEqual([false, false])
  expect(state(item('incomplete', true))).toEqual([false, true])
})

test('times and reasons are short enough to read', ({ ctx }) => {
  const ago = (minutes: number) => timeAgo(ctx, new Date(ctx.now.getTime() - minutes * 60_000))
  expect([-5, 0, 1.4].map(ago)).toEqual(Array(3).fill('just now'))
  expect([2, 119, 120, 47 * 60, 48 * 60, 72 * 60].map(ago)).toEqual([
    '2 minutes ago',
    '119 minutes ago',
    '2 hours ago',
    '47 hours ago',
    '2 days ago',
    '3 days ago',
  ])
  expect(errorReason(new Error('fetch failed', { cause: new Error('ECONNREFUSED\n  at x.') }))).toBe(
    'ECONNREFUSED at x',
  )
  expect(errorReason(new TypeError(''))).toBe('TypeError')
  expect(errorReason('x'.repeat(300))).toHaveLength(200)
})
