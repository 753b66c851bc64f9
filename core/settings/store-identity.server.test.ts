import { sendStatusEmail } from '#core/orders/emails/send-order-emails.server.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { changeStoreSettings } from './change-store-settings.server.ts'
import { readNotificationEmail, readStoreIdentity } from './store-identity.server.ts'

test('the environment has the initial contact, until the owner sets it', async ({ ctx }) => {
  const { support, adminEmail } = ctx.settings
  expect(await readStoreIdentity(ctx)).toEqual({
    name: 'Eternal Beauty',
    tagline: 'A house of quiet luxuries',
    logo: null,
    support,
  })
  expect(await readNotificationEmail(ctx)).toBe(adminEmail)
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await changeStoreSettings(admin, 0, {
    store: { name: 'Linden', email: 'hello@linden.example' },
    emails: { senderName: 'Linden', footer: 'Bath, England', notificationEmail: 'orders@linden.example' },
  })
  expect(await readStoreIdentity(ctx)).toMatchObject({
    name: 'Linden',
    support: { email: 'hello@linden.example', phone: support.phone },
  })
  expect(await readNotificationEmail(ctx)).toBe('orders@linden.example')
})

test('emails carry the store’s name, contact, and footer', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const emails = { senderName: '', footer: 'Linden & Co.\nBath', notificationEmail: '' }
  await changeStoreSettings(admin, 0, { store: { name: 'Linden <3', phone: '+44 1' }, emails })
  const order = await buildOrder(ctx, { email: 'rose@orchard.example' })
  await sendStatusEmail(ctx, { id: order.id, kind: 'payment-failed' })
  await runJobs(connection, ctx)
  const [email] = await findSentEmails(connection, 'rose@orchard.example')
  expect(email?.text).toMatch(/Linden <3\ncare@eternalbeauty.example · \+44 1\nLinden & Co.\nBath$/)
  expect(email?.html).toContain('Linden &#60;3</p>')
  expect(email?.html).toContain('Linden &#38; Co.<br>Bath')
})

test('a logo is an uploaded picture', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const store = { logo: '/storage/public/admin_uploads/pictures/gone.png' }
  await expect(changeStoreSettings(admin, 0, { store })).rejects.toMatchObject({
    fields: { 'store.logo': expect.stringContaining('no longer exists') },
  })
})
