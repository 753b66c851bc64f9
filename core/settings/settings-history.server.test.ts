import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { changeStoreSettings } from './change-store-settings.server.ts'
import { findLastSettingsChange, findSettingsAt } from './settings-history.server.ts'

test('the changes since a version are listed with who made them, the oldest first', async ({ ctx }) => {
  const ada = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const bea = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  expect(await findLastSettingsChange(ada)).toBeUndefined()
  const first = await changeStoreSettings(ada, 0, { returnDays: 14 })
  const second = await changeStoreSettings(bea, first.version, { returnDays: 21, lowStock: 3 })
  await changeStoreSettings(ada, second.version, { timeZone: 'Europe/Paris' })
  const after = { returnDays: 21, lowStock: 3 }
  expect((await findSettingsAt(ada, first.version)).missed).toMatchObject([
    { by: bea.actor.email, before: { returnDays: 14, lowStock: 5 }, after },
    { by: ada.actor.email, after: { timeZone: 'Europe/Paris' } },
  ])
  const initial = await findSettingsAt(ada, 0)
  expect(initial.missed).toHaveLength(3)
  expect(initial.settings).toEqual(DEFAULT_STORE_SETTINGS)
  await expect(findSettingsAt(ada, 99)).rejects.toMatchObject({ code: 'conflict' })
  expect(await findLastSettingsChange(ada)).toMatchObject({ after: { timeZone: 'Europe/Paris' } })
})

test('only who may change the settings reads their history', async ({ ctx }) => {
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(findLastSettingsChange(customer)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(findSettingsAt(customer, 0)).rejects.toMatchObject({ code: 'forbidden' })
})
