import { asAdmin } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import {
  changeStoreSettings,
  findStoreSettings,
  type StoreSettingsChanges,
} from '../settings/change-store-settings.server.ts'
import { INITIAL_SUPPORT } from '../settings/settings.ts'
import { runChecks } from './readiness.server.ts'
import { findFirstSteps } from './store-setup.server.ts'

const live = (ctx: Context): Context => ({
  ...ctx,
  settings: { ...ctx.settings, demo: 'off', card: 'live', support: INITIAL_SUPPORT },
})

async function save(admin: Context, changes: StoreSettingsChanges): Promise<void> {
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, changes)
}

const SETUP_CHECKS = ['store-details', 'shipping', 'tax', 'publish']
const setupChecks = async (ctx: Context) =>
  (await runChecks(ctx)).filter(({ id }) => SETUP_CHECKS.includes(id))

test('readiness names what a new store still lacks, with a link to each screen, and not in the demo', async ({
  ctx,
}) => {
  const admin = live(await asAdmin(ctx))
  expect(await setupChecks(ctx)).toEqual([])
  const checks = await setupChecks(admin)
  expect(checks.map(({ id, status, critical, link }) => [id, status, critical, link?.to])).toEqual([
    ['store-details', 'warning', true, 'settings/store'],
    ['shipping', 'warning', true, 'settings/shipping'],
    ['tax', 'warning', true, 'settings/tax'],
    ['publish', 'warning', true, 'products'],
  ])
  expect(checks[0]?.description).toBe('Missing, or still the initial ones: name, email, phone, address.')
  const { settings } = await findStoreSettings(admin)
  await save(admin, { store: { email: 'hello@aurelle.example', phone: '+44 20 7946 0000' } })
  expect((await setupChecks(admin))[0]?.description).toBe('Missing, or still the initial ones: address.')
  await save(admin, { store: { addressLines: ['1 Orchard Way'], city: 'Bath' } })
  // Unchanged, but saved.
  await save(admin, { shipping: settings.shipping })
  await save(admin, { tax: settings.tax })
  await buildProduct(ctx)
  expect((await setupChecks(admin)).map(({ status, link }) => [status, link])).toEqual(
    SETUP_CHECKS.map(() => ['complete', undefined]),
  )
})

test('contact details of the environment count as the owner’s', async ({ ctx }) => {
  const support = { email: 'hello@aurelle.example', phone: '+44 20 7946 0000' }
  const admin = live(await asAdmin(ctx))
  const [details] = await setupChecks({ ...admin, settings: { ...admin.settings, support } })
  expect(details?.description).toBe('Missing, or still the initial ones: name, address.')
})

test('first steps are for an owner, end with the first order, and are not for the demo', async ({ ctx }) => {
  const admin = live(await asAdmin(ctx))
  expect((await findFirstSteps(admin))?.map(({ id, isDone }) => [id, isDone])).toEqual([
    ['store-details', false],
    ['shipping', false],
    ['tax', false],
    ['payments', true],
    ['product', false],
    ['publish', false],
  ])
  await expect(findFirstSteps(live(ctx))).rejects.toThrow('sign in')
  expect(await findFirstSteps(await asAdmin(ctx))).toBeNull()
  await buildProduct(ctx)
  await buildOrder(ctx)
  expect(await findFirstSteps(admin)).toBeNull()
})
