import { afterEach, vi } from 'vitest'
import { z } from 'zod'
import { findCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { execute, query } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { inTime } from '../in-time.ts'
import { changeStoreSettings, findStoreSettings } from './change-store-settings.server.ts'
import {
  forgetStoreSettings,
  readLatestStoreSettings,
  readStoreSettings,
  selectStoreSettings,
} from './store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from './store-settings.ts'

afterEach(() => void vi.useRealTimers())

const asAdmin = async (ctx: Context): Promise<Context> => ({
  ...ctx,
  actor: await buildActor(ctx.db, { role: 'admin' }),
})

test('one connection can read the store’s settings and a customer’s settings', async ({ ctx }) => {
  const { id } = await buildActor(ctx.db)
  await ctx.db.transaction(async (tx) => {
    await findCustomerSettings(tx, id)
    expect(await readStoreSettings(tx)).toMatchObject({ timeZone: 'UTC' })
  })
})

test('a change is read at once where it was made, and elsewhere when the cache expires', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await readStoreSettings(ctx.db)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, { returnDays: 14 })
  expect(await readStoreSettings(ctx.db)).toMatchObject({ returnDays: 14 })
  await execute(ctx.db)`update settings set value = '7' where key = 'returnDays'`
  expect(await readStoreSettings(ctx.db)).toMatchObject({ returnDays: 14 })
  forgetStoreSettings(ctx.db)
  expect(await readStoreSettings(ctx.db)).toMatchObject({ returnDays: 7 })
})

test('many readers at once share one query, and a failed one is not cached', async ({ ctx, owner }) => {
  let queryCount = 0
  const run: typeof ctx.db.run = (statement) => {
    queryCount++
    return ctx.db.run(statement)
  }
  const counting = { ...ctx.db, run }
  await Promise.all(Array.from({ length: 20 }, () => readStoreSettings(counting)))
  expect(queryCount).toBe(1)
  forgetStoreSettings(ctx.db)
  await owner.query('alter table settings rename to settings_away')
  await expect(readStoreSettings(ctx.db)).rejects.toThrow()
  await owner.query('alter table settings_away rename to settings')
  expect(await readStoreSettings(ctx.db)).toEqual(DEFAULT_STORE_SETTINGS)
})

test('a page shows the settings read last while the database does not respond, unless they have changed', async ({
  ctx,
}) => {
  let isFrozen = false
  const run: typeof ctx.db.run = (statement) => (isFrozen ? new Promise(() => {}) : ctx.db.run(statement))
  const db = { ...ctx.db, run }
  expect(await readLatestStoreSettings(db)).toEqual(DEFAULT_STORE_SETTINGS)
  isFrozen = true
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  expect(await readLatestStoreSettings(db)).toEqual(DEFAULT_STORE_SETTINGS)
  forgetStoreSettings(db)
  await execute(ctx.db)`insert into settings (key, value) values ('returnDays', '7')`
  const changed: Promise<unknown> = readLatestStoreSettings(db)
  expect(await inTime(changed, 1000, 'waits')).toBe('waits')
})

test('settings that a page just read are cached without a timer', async ({ ctx }) => {
  await readLatestStoreSettings(ctx.db)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() + 1000 })
  expect(await readLatestStoreSettings(ctx.db)).toEqual(DEFAULT_STORE_SETTINGS)
  expect(vi.getTimerCount()).toBe(0)
})

test('a setting that stays the same is neither saved nor audited', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  const first = await changeStoreSettings(admin, version, { returnDays: 14, store: { city: 'Portland' } })
  const same = await changeStoreSettings(admin, first.version, {
    returnDays: 14,
    store: { city: 'Portland' },
  })
  expect(same).toEqual(first)
  const audit = await query(ctx.db, z.strictObject({ before: z.unknown(), after: z.unknown() }))`
    select before, after from audit_entries where action = 'settings-changed'`
  const { store } = DEFAULT_STORE_SETTINGS
  expect(audit).toEqual([
    { before: { store, returnDays: 30 }, after: { store: { ...store, city: 'Portland' }, returnDays: 14 } },
  ])
})

test('each change raises the version, so that an older page can’t overwrite it', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  const changed = await changeStoreSettings(admin, version, { returnDays: 14 })
  expect(changed.version).toBeGreaterThan(version)
  await expect(changeStoreSettings(admin, version, { returnDays: 21 })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Someone else changed the settings. Load them again, then repeat your change.',
  })
  expect((await selectStoreSettings(ctx.db)).settings.returnDays).toBe(14)
})

test('the return address can be set and given up again', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { store } = DEFAULT_STORE_SETTINGS
  const { name, addressLines, city, region, postalCode, country } = { ...store, name: 'Warehouse' }
  const returnAddress = { name, addressLines, city, region, postalCode, country }
  const { version, settings } = await changeStoreSettings(admin, 0, { returnAddress })
  expect(settings.returnAddress).toEqual(returnAddress)
  const cleared = await changeStoreSettings(admin, version, { returnAddress: null })
  expect(cleared.settings.returnAddress).toBeNull()
  expect(cleared.settings.store).toEqual(store)
})

test('a time zone that only JavaScript knows is refused, because the books use the database’s', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const message =
    'The database doesn’t know this time zone. Use the name of a city, such as America/New_York.'
  await expect(changeStoreSettings(admin, 0, { timeZone: 'Etc/Nowhere' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { time_zone: message },
  })
  expect((await changeStoreSettings(admin, 0, { timeZone: 'asia/kolkata' })).settings.timeZone).toBe(
    'asia/kolkata',
  )
})
