import { changeApprovalSettings, findApprovalSettings } from '#core/approvals/change-approval-rules.server.ts'
import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import {
  buildAccount,
  buildActor,
  contextForVisitor,
  JUST_SIGNED_IN,
  PASSWORD,
  signInVisitor,
} from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { test as base, expect } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { enableSecondFactor } from '#test/second-factor.ts'

const RULES = {
  refundsAbove: 1000,
  supportRefunds: 10_000,
  roleChanges: true,
  bulkDeletion: true,
  personalDataExport: true,
  personalRecordsPerDay: 500,
}

/** Two owners, with approval turned on. */
const test = base.extend('second', async ({ store, connection, ctx, admin }) => {
  const visitor = await signInVisitor(store, connection.db, { role: 'admin' })
  const owner = await contextForVisitor(ctx, admin)
  const { version } = await findApprovalSettings(owner)
  await changeApprovalSettings(
    { ...owner, approval: { id: 'setup', approvedBy: 'setup' } },
    version,
    RULES,
    JUST_SIGNED_IN,
  )
  return plainBrowser(visitor)
})

async function requestRoleChange(admin: ReturnType<typeof plainBrowser>, email: string) {
  const role = `Role of ${email}`
  const list = await admin.open(`/admin/user-management?q=${email}`)
  const confirm = await list.submit('Save', { [role]: 'admin' })
  expect(confirm.text).toContain('This needs a second person’s approval.')
  const refused = await confirm.submit('Change role', { 'Your password': PASSWORD })
  expect(refused.field('Reason for approval').description).toContain('Say why it’s needed')
  const requested = await refused.submit('Change role', {
    'Your password': PASSWORD,
    'Reason for approval': 'She joins us',
  })
  expect(requested.text).toContain('Approval requested')
  expect(requested.field(role).value).toBe('user')
}

test('a role change waits until a second person approves it on the approvals screen', async ({
  ctx,
  admin,
  second,
}) => {
  const { email } = await buildAccount(ctx.db)
  await requestRoleChange(admin, email)
  const own = await admin.open('/admin/approvals')
  expect(own.main).toContain('Another person has to approve it.')
  expect((await second.open('/admin')).main).toMatch(/requests? to approve/)
  const waiting = await second.open('/admin/approvals')
  expect(waiting.main).toContain(`Account ${email}`)
  expect(waiting.main).toContain('User → Admin')
  expect(waiting.main).toContain('She joins us')
  expect(waiting.text).toMatch(/Approvals \d+ waiting for you/)
  const reasonLabel = 'Your reason (change a role)'
  const refused = await waiting.submit('Decline', { [reasonLabel]: '' })
  expect(refused.field(reasonLabel).description).toContain('Say why')
  const approved = await refused.submit('Approve', { [reasonLabel]: 'Welcome' })
  expect(approved.text).toContain('Approved and done')
  expect(approved.main).not.toContain('User → Admin')
  const history = await approved.follow('History')
  expect(history.main).toContain('Approved by')
  expect(history.main).toContain('“Welcome”')
  const list = await admin.open(`/admin/user-management?q=${email}`)
  expect(list.field(`Role of ${email}`).value).toBe('admin')
})

test('an export is requested with a reason, approved, and downloaded by its requester', async ({
  admin,
  second,
}) => {
  expect((await admin.get('/admin/export/users.csv')).status).toBe(400)
  expect((await admin.get('/admin/export/orders.csv')).status).toBe(400)
  for (const file of ['orders.csv?personal=no', 'order-lines.csv'])
    expect((await admin.get(`/admin/export/${file}`)).status, file).toBe(200)
  const form = await (await admin.open('/admin/users?show=admin')).follow('Request export')
  expect(form.main).toContain('The file has personal data.')
  const requested = await form.submit('Request approval', { 'Reason for approval': 'For the tax adviser' })
  expect(requested.main).toContain('users.csv (admin)')
  const [, id = ''] = requested.path.split('/approvals/')
  await (await second.open(`/admin/approvals/${id}`)).submit('Approve')
  const ready = await admin.open(`/admin/approvals/${id}`)
  expect(ready.main).toContain('You can download it once')
  expect(ready.buttons).toContain('Download users.csv')
  const file = await admin.request('POST', '/admin/export/users.csv', {
    form: new URLSearchParams({ approval: id }),
    headers: { origin: 'http://localhost:3000' },
  })
  expect(file.headers.get('content-disposition')).toContain('users.csv')
  expect(await file.text()).toContain('id,email,full name,role')
  expect((await admin.open(`/admin/approvals/${id}`)).text).not.toContain('Download users.csv')
  expect((await second.open(`/admin/approvals/${id}`)).text).not.toContain('Download users.csv')
})

test('an order shows the refund that waits, and the request can be cancelled', async ({
  ctx,
  admin,
  second,
}) => {
  expect(second).toBeDefined()
  const order = await buildOrder(ctx, { paymentStatus: 'paid', paymentMethod: 'card' })
  const page = await admin.open(`/admin/orders/${order.number}`)
  expect(page.main).toContain('Refunds of more than $10.00 per order need a second person’s approval.')
  const requested = await page.submit('Refund', {
    'Amount (USD)': '12.00',
    'Reason for approval': 'Damaged',
  })
  expect(requested.main).toContain('Waiting for approval')
  const request = await requested.follow('View request Refund an order')
  expect(request.main).toContain('$0.00 → $12.00')
  expect((await request.submit('Cancel request')).text).toContain('Request cancelled')
  expect((await admin.open(`/admin/orders/${order.number}`)).main).not.toContain('Waiting for approval')
})

test('the settings say who can approve, and turning approval off needs approval', async ({
  admin,
  second,
}) => {
  const settings = await admin.open('/admin/approvals?show=settings')
  expect(settings.main).toContain('people can approve')
  const wrong = await settings.submit('Save', { 'Amount per order (USD)': '12,5' })
  expect(wrong.field('Amount per order (USD)').description).toContain('Enter a number without commas')
  const off = { 'Refunds above an amount': false, 'Reason for approval': 'Season sale' }
  const unproven = await settings.submit('Save', off)
  expect(unproven.field('Your password', 'Save').description).toContain('enter your password')
  expect(unproven.field('Reason for approval').value).toBe('Season sale')
  const requested = await unproven.submit('Save', { 'Your password': PASSWORD })
  expect(requested.text).toContain('Approval requested')
  expect((await second.open('/admin/approvals')).main).toContain('Above $10.00 → Off')
})

test('an owner chooses which roles need two-step sign-in, with their password', async ({ admin, second }) => {
  expect(second).toBeDefined()
  const settings = await admin.open('/admin/approvals?show=settings')
  const refused = await settings.submit('Save roles', { Packers: true, 'Your password': 'wrong orchard' })
  expect(refused.field('Your password', 'Save roles').description).toBe('Invalid password')
  const saved = await refused.submit('Save roles', { Packers: true, 'Your password': PASSWORD })
  expect(saved.text).toContain('Settings saved')
  expect(saved.path).toBe('/admin/approvals?show=settings')
  expect((await admin.open('/admin/approvals?show=settings')).field('Packers').isChecked).toBe(true)
})

test('an owner turns off the two-step sign-in of a customer who lost phone and codes', async ({
  ctx,
  admin,
}) => {
  const customer: Context = { ...ctx, actor: await buildActor(ctx.db) }
  const id = customer.actor.kind === 'user' ? customer.actor.id : ''
  await enableSecondFactor(customer)
  const page = await admin.open(`/admin/users/${id}`)
  const done = await page.submit('Turn off two-step sign-in', { 'Your password': PASSWORD })
  expect(done.text).toContain('Two-step sign-in turned off')
  expect((await admin.open(`/admin/users/${id}`)).main).not.toContain('Lost phone')
})

test('staff who have read as many records as the day allows request more on that page', async ({
  ctx,
  store,
  connection,
  second,
}) => {
  for (let count = 0; count < 11; count++) await buildOrder(ctx)
  // Another test requires two-step sign-in of packers.
  const support = plainBrowser(await signInVisitor(store, connection.db, { staffRole: 'support' }))
  await execute(ctx.db)`
    insert into personal_data_reads (reader_id, day, data, way, records)
    values (${support.account.id}, (now() at time zone store_time_zone())::date, 'orders', 'list', 500)`
  const refused = await support.open('/admin/orders')
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining('You’ve read 500 personal records today.'),
  ])
  const unexplained = await refused.submit('Request approval', {})
  expect(unexplained.field('Reason for approval').description).toContain('Say why it’s needed')
  const requested = await unexplained.submit('Request approval', { 'Reason for approval': 'A recall' })
  expect(requested.main).toMatch(/Read more personal data.*Waiting.*500 → 1,000/)
  await (await second.open(requested.path)).submit('Approve')
  expect((await support.open('/admin/orders')).status).toBe(200)
})
