import { createApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { inviteStaff } from '#core/accounts/staff/invitations.server.ts'
import { saveView } from '#core/saved-views/saved-views.server.ts'
import { createEndpoint } from '#core/webhooks/endpoints.server.ts'
import { asAdmin, findSentEmails, JUST_SIGNED_IN, PASSWORD, runJobs } from '#test/accounts.ts'
import { linksIn, regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

test('an invited packer joins, sees only orders to pack, and loses the role again', async ({
  ctx,
  connection,
  store,
  admin,
}) => {
  const email = 'packer@orchard.example'
  const staff = await admin.open('/admin/staff')
  const invited = await staff.submit('Send invitation', {
    Email: email,
    Role: staff.optionValue('Role', 'Packer'),
    'Your password': PASSWORD,
  })
  expect(invited.main).toContain(`${email} · Packer`)
  await runJobs(connection, ctx)
  const [sent] = await findSentEmails(connection, email)
  expect(sent?.subject).toMatch(/invited/i)
  const link = /https?:\/\/[^/\s]+(\/auth\/\S+)/.exec(sent?.text ?? '')?.[1] ?? ''

  const packer = plainBrowser(store.visitor())
  const join = await packer.open(link)
  expect(join.heading).toBe('Join the team')
  const joined = await join.submit('Create account and join', {
    'Full name': 'Pablo',
    Password: 'seven quiet orchards',
  })
  expect(joined.path).toBe('/admin')
  expect(linksIn(regionOf(joined.root, 'Back office')).map(({ name }) => name)).toEqual([
    'Dashboard',
    'Orders',
    'Products',
  ])

  const label = `Role of ${email}`
  const list = await admin.open('/admin/staff')
  const confirm = await list.submit('Save', { [label]: list.optionValue(label, 'Remove from staff…') })
  const removed = await confirm.submit('Remove from staff', { 'Your password': PASSWORD })
  expect([removed.path, removed.text]).toEqual([
    '/admin/staff',
    expect.stringContaining('Removed from staff'),
  ])
  expect((await packer.open('/admin/orders')).path).toMatch(/^\/admin\/login/)
})

test('an invitation is corrected, sent again, and revoked', async ({ admin }) => {
  const email = 'editor@orchard.example'
  const staff = await admin.open('/admin/staff')
  const refused = await staff.submit('Send invitation', { Email: email })
  expect(refused.field('Role', 'Send invitation').description).toContain('Choose a role.')
  expect(refused.field('Email').value).toBe(email)
  const role = { Role: staff.optionValue('Role', 'Editor') }
  const unproven = await refused.submit('Send invitation', role)
  expect(unproven.field('Your password', 'Send invitation').description).toContain('enter your password')
  expect(unproven.field('Email').value).toBe(email)
  const invited = await unproven.submit('Send invitation', { 'Your password': PASSWORD })
  const stillUnproven = await invited.submit('Send again')
  expect(stillUnproven.field('Your password', 'Send again').description).toContain('enter your password')
  const resent = await stillUnproven.submit('Send again', { 'Your password': PASSWORD })
  expect(resent.main).toContain(`${email} · Editor`)
  const revoked = await resent.submit(`Revoke the invitation of ${email}`)
  expect(revoked.path).toBe('/admin/staff')
  expect(revoked.main).toContain('No open invitations.')
})

test('before an owner is removed, the page lists what they created', async ({ admin, ctx, connection }) => {
  const eve = await asAdmin(ctx)
  await createApiKey(eve, { name: 'Sync', scopes: ['orders:read'], expiresAt: null }, JUST_SIGNED_IN)
  await inviteStaff(eve, { email: 'friend@orchard.example', staffRole: 'manager' }, JUST_SIGNED_IN)
  const endpoint = { url: 'https://93.184.216.34/', description: '', events: ['order.paid' as const] }
  await createEndpoint(eve, endpoint, JUST_SIGNED_IN)
  await saveView(eve, 'orders', { name: 'My orders', search: '?q=a', isShared: false })
  const staff = await admin.open('/admin/staff')
  const confirm = await staff.follow(`Remove… ${eve.actor.email}`)
  const lists = ['Sync …', 'https://93.184.216.34/', 'friend@orchard.example', 'My orders']
  for (const text of [eve.actor.email, 'owner', ...lists]) expect(confirm.main).toContain(text)
  const refused = await confirm.submit('Remove from staff', { 'Your password': 'wrong orchard' })
  expect(refused.field('Your password').description).toBe('Invalid password')
  const removed = await refused.submit('Remove from staff', { 'Your password': PASSWORD })
  expect(removed.main).not.toContain(eve.actor.email)
  const { rows } = await connection.pool.query('select role from profiles where id = $1', [eve.actor.id])
  expect(rows).toEqual([{ role: 'user' }])
  expect((await admin.open(confirm.path)).status).toBe(404)
  const integrations = await admin.open('/admin/integrations')
  expect(integrations.rows('API keys')[0]).toMatch(/Sync.*Revoked/)
  expect(integrations.rows('Webhooks')[0]).toContain('Paused: creator lost access')
  const paused = await integrations.follow('https://93.184.216.34/')
  expect(paused.main).toContain('create a new signing secret')
  expect(paused.main).not.toContain('Resume')
})
