import { execute } from '#db/sql.ts'
import {
  buildActor,
  contextForVisitor,
  findSentEmails,
  PASSWORD,
  runJobs,
  signInVisitor,
} from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { requestPasswordReset } from '../accounts/passwords/password.server.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { deleteMyAccount } from './delete-account.server.ts'
import { downloadMyData } from './my-data.server.ts'

test('customers can download their data, without passwords and tokens', async ({ ctx, connection }) => {
  const here = await signInVisitor(createTestStore(connection), ctx.db)
  const { number } = await buildOrder(ctx, { userId: here.account.id, email: here.account.email })
  const stranger = await buildOrder(ctx)
  const text = JSON.stringify(await downloadMyData(await contextForVisitor(ctx, here)))
  for (const ownText of [here.account.email, number, '1 Orchard Row', 'A product'])
    expect(text).toContain(ownText)
  expect(text).not.toContain(stranger.number)
  const { rows } = await connection.pool.query(
    'select password_hash as token from auth_accounts union select hash from session_tokens',
  )
  for (const { token } of rows) expect(text).not.toContain(token)
})

test('deleting an account removes personal data; its orders keep their amounts', async ({
  ctx,
  connection,
}) => {
  const here = await signInVisitor(createTestStore(connection), ctx.db)
  const { id, email } = here.account
  await requestPasswordReset(ctx, email)
  await runJobs(connection, ctx)
  await buildOrder(ctx, { userId: id, email, status: 'delivered' })
  await buildOrder(ctx, { email, status: 'delivered' })
  const stranger = await buildOrder(ctx, { email: 'stranger@orchard.example' })
  const owner = await contextForVisitor(ctx, here)
  await expect(deleteMyAccount(owner, { password: 'wrong orchard' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await deleteMyAccount(owner, { password: PASSWORD })
  expect((await (await here.get('/who')).json()).kind).toBe('guest')
  const { rows } = await connection.pool.query(
    'select user_id, email, total_amount, shipping_address from orders order by number',
  )
  const anonymized = {
    user_id: null,
    email: DELETED_EMAIL,
    total_amount: 4800,
    shipping_address: { firstName: '', address: '', country: 'US' },
  }
  expect(rows).toEqual([
    anonymized,
    anonymized,
    { user_id: null, email: stranger.email, total_amount: 4800, shipping_address: stranger.shippingAddress },
  ])
  expect(await findSentEmails(connection, email)).toEqual([])
  const emptiedTables = [
    'auth_users',
    'profiles',
    'auth_sessions',
    'session_tokens',
    'known_devices',
    'auth_accounts',
    'mailbox',
  ]
  for (const table of emptiedTables) {
    expect([table, (await connection.pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
  }
})

test('an account with a paid or pending order can’t be deleted', async ({ ctx }) => {
  const actor = await buildActor(ctx.db)
  const owner = { ...ctx, actor }
  const draft = { userId: actor.id, email: actor.email, paymentStatus: 'pending' as const }
  const { id, number } = await buildOrder(ctx, draft)
  await expect(deleteMyAccount(owner, { password: PASSWORD })).rejects.toThrow(`Order #${number}`)
  await execute(ctx.db)`update orders set payment_status = 'failed', status = 'cancelled' where id = ${id}`
  await buildOrder(ctx, { ...draft, paymentMethod: 'demo' })
  await deleteMyAccount(owner, { password: PASSWORD })
})

test('the last administrator can’t delete their account', async ({ ctx }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  await expect(deleteMyAccount({ ...ctx, actor }, { password: PASSWORD })).rejects.toThrow(
    'last administrator',
  )
})
