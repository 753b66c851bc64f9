import { execute } from '#db/sql.ts'
import { asCustomer, buildActor, PASSWORD } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { removePassword } from '../accounts/account.server.ts'
import { downloadMyData, exportMyData, startExport } from './export-my-data.server.ts'
import { buildFullAccount, CANARY, findCanaries, plantCanaries } from './full-account.fixture.ts'
import { PERSONAL_TABLES } from './personal-data.ts'

test('an export has every row and every text that belongs to the account, except what is withheld', async ({
  ctx,
  connection: { pool },
}) => {
  const customer = await buildFullAccount(ctx, pool)
  await plantCanaries(pool)
  const { data, not_included, format } = await exportMyData(customer, { password: PASSWORD })
  expect(format).toBe('personal-data/1')
  const missing: string[] = []
  const canaries = new Set(await findCanaries(pool))
  for (const [table, { name, exported, withheld = {} }] of Object.entries(PERSONAL_TABLES)) {
    if (!exported) continue
    expect(data[name]?.length, name).toBeGreaterThan(0)
    for (const column of exported.split(' '))
      if (
        canaries.has(`${table}.${column}`) &&
        !JSON.stringify(data[name]?.map((row) => row[column])).includes(CANARY)
      )
        missing.push(`${table}.${column}`)
    for (const column of Object.keys(withheld))
      expect(Object.keys(data[name]?.[0] ?? {})).not.toContain(column)
  }
  expect(missing).toEqual([])
  expect(not_included).toContainEqual({
    what: 'Passkeys: name and public key',
    columns: ['public_key', 'credential_id', 'counter'],
    why: 'It could help someone sign in',
  })
})

test('notes among staff are not exported; notes to the customer are', async ({
  ctx,
  connection: { pool },
}) => {
  const customer = await buildFullAccount(ctx, pool)
  const notes = async () => (await exportMyData(customer, { password: PASSWORD })).data.refunds?.[0]?.note
  expect(await notes()).toBe('note')
  await pool.query('update refunds set note_shared = false')
  expect(await notes()).toBeNull()
})

test('an export has nothing of other customers, or of guests with the same address', async ({ ctx }) => {
  const customer = await asCustomer(ctx)
  await buildOrder(ctx, { userId: (await buildActor(ctx.db)).id })
  await buildOrder(ctx, { email: customer.actor.email })
  const { data } = await exportMyData(customer, { password: PASSWORD })
  for (const name of ['orders', 'order_items', 'payments', 'addresses', 'emails'])
    expect(data[name], name).toEqual([])
  expect(data.account).toMatchObject([{ email: customer.actor.email }])
})

test('an export requires the password, or a sign-in with Google for accounts without one', async ({
  ctx,
}) => {
  const customer = await asCustomer(ctx)
  for (const [password, problem] of [
    ['', 'Please enter your password.'],
    ['wrong orchard', 'Invalid password'],
  ] as const)
    for (const attempt of [exportMyData, startExport])
      await expect(attempt(customer, { password })).rejects.toMatchObject({ fields: { password: problem } })
  await expect(exportMyData(ctx, { password: PASSWORD })).rejects.toMatchObject({ code: 'unauthenticated' })
  await removePassword(ctx.db, customer.actor.id)
  expect((await exportMyData(customer, {})).data.account).toHaveLength(1)
  await execute(ctx.db)`update auth_sessions set created_at = now() - interval '11 minutes'`
  await expect(exportMyData(customer, {})).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a browser downloads the file with the token of its own account only', async ({ ctx }) => {
  const [customer, other] = [await asCustomer(ctx), await asCustomer(ctx)]
  const token = await startExport(customer, { password: PASSWORD })
  expect((await downloadMyData(customer, token))?.data.account).toHaveLength(1)
  expect(await downloadMyData(customer, token), 'a second download').toBeDefined()
  expect(await downloadMyData(other, token)).toBeUndefined()
  expect(await downloadMyData(customer, 'guess')).toBeUndefined()
})
