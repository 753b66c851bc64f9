import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { previewOrderEmail } from './preview-order-email.server.ts'

test('the preview is an order confirmation with the store’s name and footer, or a footer that is typed', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const emails = { ...DEFAULT_STORE_SETTINGS.emails, footer: 'Be well.' }
  await changeStoreSettings(admin, 0, { store: { name: 'Linden <3' }, emails })
  const saved = await previewOrderEmail(admin)
  expect(saved.subject).toBe('Order #EB123456 is confirmed')
  expect(saved.html).toContain('Linden &#60;3')
  expect(saved.html).toContain('Be well.')
  const typed = await previewOrderEmail(admin, { footer: '<script>alert(1)</script>' })
  expect(typed.html).toContain('&#60;script&#62;')
  expect(typed.html).not.toContain('<script')
  expect((await previewOrderEmail(admin, { footer: 'x'.repeat(501) })).html).toContain('Be well.')
  await expect(previewOrderEmail(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})
