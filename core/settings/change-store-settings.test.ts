import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS, StoreSettings } from '#core/settings/store-settings.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { changeStoreSettings, findStoreSettings } from './change-store-settings.server.ts'

test('settings have defaults until an administrator changes them', async ({ ctx, connection }) => {
  expect(await readStoreSettings(ctx.db)).toEqual(DEFAULT_STORE_SETTINGS)
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { version } = await findStoreSettings(admin)
  const changes = { store: { city: 'Portland' }, timeZone: 'America/New_York' }
  const { settings } = await changeStoreSettings(admin, version, changes)
  expect(settings.store).toEqual({ ...DEFAULT_STORE_SETTINGS.store, city: 'Portland' })
  expect(await readStoreSettings(ctx.db)).toEqual(settings)
  const { rows } = await connection.pool.query(
    `select audit_kind(action) as kind, before->>'timeZone' as before, after->>'timeZone' as after from audit_entries`,
  )
  expect(rows).toEqual([{ kind: 'settings', before: 'UTC', after: 'America/New_York' }])
})

test('of two changes made from the same version, the second stays too, unless both changed the same field', async ({
  ctx,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { version } = await findStoreSettings(admin)
  const saved = await Promise.all([
    changeStoreSettings(admin, version, { store: { city: 'Bath' } }),
    changeStoreSettings(admin, version, { store: { phone: '+44 1' }, timeZone: 'Asia/Kolkata' }),
  ])
  expect(saved.map(({ others }) => others.length).toSorted()).toEqual([0, 1])
  const { settings } = await findStoreSettings(admin)
  expect(settings).toMatchObject({ store: { city: 'Bath', phone: '+44 1' }, timeZone: 'Asia/Kolkata' })
  const results = await Promise.allSettled(
    [14, 21].map((returnDays) => changeStoreSettings(admin, version, { returnDays })),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  await expect(changeStoreSettings(admin, 99, { lowStock: 3 })).rejects.toMatchObject({ code: 'conflict' })
})

test('an invalid or outdated stored value falls back to its default and is logged', async ({
  ctx,
  connection,
  logEntries,
}) => {
  await connection.pool.query(`insert into settings (key, value) values
    ('timeZone', '"Mars/Olympus"'), ('returnDays', '14'), ('store', '{"name": "Rose"}'), ('later', '1')`)
  expect(await readStoreSettings(ctx.db, ctx.log)).toEqual({
    ...DEFAULT_STORE_SETTINGS,
    returnDays: 14,
    store: { ...DEFAULT_STORE_SETTINGS.store, name: 'Rose' },
  })
  expect(logEntries).toMatchObject([{ level: 'error', event: 'invalid setting', key: 'timeZone' }])
})

test('only administrators read and change settings', async ({ ctx }) => {
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(findStoreSettings(customer)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(changeStoreSettings(customer, 0, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('a time zone is an IANA name', () => {
  const { timeZone } = StoreSettings.shape
  for (const name of ['UTC', 'America/New_York', 'Asia/Kolkata'])
    expect(timeZone.safeParse(name).success).toBe(true)
  for (const name of ['', 'Mars/Olympus', '+02:00', 'New York'])
    expect(timeZone.safeParse(name).success).toBe(false)
})
