import { execute } from '#db/sql.ts'
import {
  asCustomer,
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
import { buildFullAccount, findCanaries, plantCanaries } from './full-account.fixture.ts'
import { PERSONAL_TABLES, RETAINED_AFTER_ERASURE } from './personal-data.ts'

test('after a deletion, no text of the account is left but what the registry lists', async ({
  ctx,
  connection,
}) => {
  const { pool } = connection
  const customer = await buildFullAccount(ctx, pool)
  const planted = await plantCanaries(pool)
  expect(planted.size).toBeGreaterThan(60)
  await deleteMyAccount(customer, { password: PASSWORD })
  await runJobs(connection, ctx)
  const keptColumns = Object.entries(PERSONAL_TABLES).flatMap(([table, { keeps = '' }]) =>
    keeps.split(' ').map((column) => `${table}.${column}`),
  )
  expect((await findCanaries(pool)).filter((column) => !keptColumns.includes(column))).toEqual([])
  const deletedTables = Object.entries(PERSONAL_TABLES).filter(([, { keeps }]) => !keeps)
  for (const [table] of deletedTables.filter(([name]) => name !== 'buyers'))
    expect([table, (await pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
})

test('an email says what stays, why, and for how long', async ({ ctx, connection }) => {
  const customer = await asCustomer(ctx)
  await deleteMyAccount(customer, { password: PASSWORD })
  await runJobs(connection, ctx)
  const { rows } = await connection.pool.query('select recipient, body_text as text from mailbox')
  expect(rows).toHaveLength(1)
  expect(rows[0].recipient).toBe(customer.actor.email)
  for (const { what, why, howLong } of RETAINED_AFTER_ERASURE)
    expect(rows[0].text).toContain(`${what} ${why} ${howLong}`)
  const { rows: emails } = await connection.pool.query('select recipient, body_text from emails')
  expect(emails).toEqual([{ recipient: DELETED_EMAIL, body_text: null }])
})

test('two tabs delete an account once, and a deletion that fails half way changes nothing', async ({
  ctx,
  connection: { pool },
  owner,
}) => {
  const customer = await buildFullAccount(ctx, pool)
  await plantCanaries(pool)
  const before = await findCanaries(pool)
  await owner.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
    create trigger crash before delete on auth_users execute function fail()`)
  await expect(deleteMyAccount(customer, { password: PASSWORD })).rejects.toThrow('crash')
  expect(await findCanaries(pool)).toEqual(before)
  await owner.query('drop trigger crash on auth_users')
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => deleteMyAccount(customer, { password: PASSWORD })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unauthenticated' })
  const { rows } = await pool.query(`select count(*) from audit_entries where action = 'account-deleted'`)
  expect(rows).toEqual([{ count: 1 }])
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
  expect((await (await here.get('/auth/who')).json()).kind).toBe('guest')
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
  expect(await findSentEmails(connection, email)).toMatchObject([{ kind: 'account-deleted' }])
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

test('an account can’t be deleted while a guest’s paid order or a return needs its address', async ({
  ctx,
}) => {
  const owner = await asCustomer(ctx)
  const { id, number } = await buildOrder(ctx, { email: owner.actor.email })
  await buildOrder(ctx, { email: owner.actor.email, paymentStatus: 'pending' })
  await expect(deleteMyAccount(owner, { password: PASSWORD })).rejects.toThrow(
    `Order #${number} hasn’t shipped`,
  )
  await execute(ctx.db)`update orders set status = 'delivered', user_id = ${owner.actor.id} where id = ${id}`
  await execute(ctx.db)`
    insert into returns (id, order_id, reason, reference) values ('ret', ${id}, 'Too dark', 'R100-1')`
  await expect(deleteMyAccount(owner, { password: PASSWORD })).rejects.toThrow(
    'Your return R100-1 is still open',
  )
  await execute(ctx.db)`update returns set state = 'declined', closed_at = now()`
  await deleteMyAccount(owner, { password: PASSWORD })
})

test('the last administrator can’t delete their account', async ({ ctx }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  await expect(deleteMyAccount({ ...ctx, actor }, { password: PASSWORD })).rejects.toThrow(
    'last administrator',
  )
})
