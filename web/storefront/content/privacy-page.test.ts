import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { buildActor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('the privacy page says what is counted of a visit, and nothing of it if the owner turned that off', async ({
  ctx,
  guest,
}) => {
  const { main } = await guest.open('/privacy')
  expect(main).toContain(
    'We count how often pages are viewed, which campaigns and websites visits come from, and what is searched for, day by day.',
  )
  expect(main).toContain('A visit’s campaign or website is read')
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await changeStoreSettings(owner, 0, {
    privacy: { countVisits: false, recordSearches: true, lookUpCountry: true },
  })
  const changed = await guest.open('/privacy')
  expect(changed.main).toContain('We count what is searched for, day by day.')
  expect(changed.main).not.toContain('A visit’s campaign or website')
})
