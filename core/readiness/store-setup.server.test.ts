import { listContent } from '#core/content/admin-content.server.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { execute } from '#db/sql.ts'
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
import { dismissFirstSteps, findFirstSteps } from './store-setup.server.ts'

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
    ['regions', false],
    ['tax', false],
    ['payments', true],
    ['product', false],
    ['publish', false],
    ['policies', false],
    ['opening', true],
  ])
  await expect(findFirstSteps(live(ctx))).rejects.toThrow('sign in')
  expect(await findFirstSteps(await asAdmin(ctx))).toBeNull()
  await buildProduct(ctx)
  await buildOrder(ctx)
  expect(await findFirstSteps(admin)).toBeNull()
})

test('the policies are done once the owner has published each, and the opening once the store is open', async ({
  ctx,
}) => {
  const admin = live(await asAdmin(ctx))
  await save(admin, { opening: { visibility: 'coming-soon', message: '' } })
  const isDone = async () =>
    Object.fromEntries((await findFirstSteps(admin))?.map((step) => [step.id, step.isDone]) ?? [])
  expect(await isDone()).toMatchObject({ policies: false, opening: false })
  const checks = await runChecks(admin)
  expect(checks.find(({ id }) => id === 'opening')).toMatchObject({ status: 'warning', critical: false })
  const { rows } = await listContent(admin, { kind: 'page' })
  for (const { id, version } of rows) await publish(admin, id, { version })
  await save(admin, { opening: { visibility: 'open', message: '' } })
  expect(await isDone()).toMatchObject({ policies: true, opening: true })
})

test('first steps that an owner dismissed stay away', async ({ ctx }) => {
  const admin = live(await asAdmin(ctx))
  await expect(dismissFirstSteps(ctx)).rejects.toThrow('sign in')
  await dismissFirstSteps(admin)
  await dismissFirstSteps(admin)
  expect(await findFirstSteps(admin)).toBeNull()
})

test('readiness counts what the demo left in a store that is no demo anymore', async ({ ctx }) => {
  const admin = live(await asAdmin(ctx))
  const check = async () => (await runChecks(admin)).find(({ id }) => id === 'demo-leftovers')
  await buildProduct(ctx, { name: 'Demo Serum' })
  expect(await check()).toMatchObject({ status: 'complete' })
  await execute(ctx.db)`insert into store_facts (key, value, at) values ('demo', '{}', now())`
  await execute(ctx.db)`update profiles set is_demo = true`
  const { status, description, link } = (await check()) ?? {}
  expect([status, link?.to]).toEqual(['warning', 'products'])
  expect(description).toContain('The demo’s 1 product and 1 account are still in the store.')
  expect((await runChecks(ctx)).find(({ id }) => id === 'demo-leftovers')).toBeUndefined()
  await execute(ctx.db)`update products set status = 'archived'`
  await execute(ctx.db)`update profiles set is_demo = false`
  await buildProduct(ctx, { name: 'Own Serum', createdAt: new Date(Date.now() + 3_600_000) })
  expect(await check()).toMatchObject({ status: 'complete' })
})
