import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { runChecks } from './readiness.server.ts'

const check = async (ctx: Context, dutiesOn?: string) =>
  (await runChecks({ ...ctx, ...(dutiesOn && { dutiesOn }) })).find(({ id }) => id === 'legal-duties')

test('a store without products has nothing to check', async ({ ctx }) => {
  expect(await check(ctx)).toMatchObject({ status: 'complete', critical: false })
})

test('the check names a few products that lack something, with the list of all of them', async ({ ctx }) => {
  for (const name of ['Balm', 'Cream', 'Mist', 'Oil', 'Soap']) await buildProduct(ctx, { name })
  const item = await check(ctx, '2027-01-01')
  expect(item).toMatchObject({ status: 'warning', link: { to: 'products/information' } })
  expect(item?.description).toContain('on 2027-01-01')
  expect(item?.details).toContainEqual({
    text: expect.stringMatching(/^United Kingdom, Responsible person: \w+, \w+, \w+, and 2 more$/),
    link: {
      to: 'products/information?show=gb-responsible-person&from=2027-01-01',
      label: 'Show 5 products',
    },
  })
})

test('only the law of the regions that are on counts, and of the day', async ({ ctx }) => {
  await buildProduct(ctx)
  const texts = async (day: string) => (await check(ctx, day))?.details?.map(({ text }) => text).join() ?? ''
  expect(await texts('2026-04-12')).toContain('Canada, Ingredients')
  expect(await texts('2026-04-11')).not.toContain('Canada, Ingredients')
  const admin = await asAdmin(ctx)
  const { regions } = DEFAULT_STORE_SETTINGS
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, {
    regions: { ...regions, CA: { ...regions.CA, enabled: false } },
  })
  expect(await texts('2026-04-12')).not.toContain('Canada')
})
