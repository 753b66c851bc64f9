import { buildAccount } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { connect } from './connection.ts'

const CHANGES = {
  demotion: (id: string) => `update profiles set role = 'user' where id = '${id}'`,
  deletion: (id: string) => `delete from auth_users where id = '${id}'`,
}

test('the database keeps the last owner', async ({ ctx, connection: { pool } }) => {
  const { id } = await buildAccount(ctx.db, { role: 'admin' })
  for (const change of Object.values(CHANGES))
    await expect(pool.query(change(id))).rejects.toMatchObject({ constraint: 'last_owner' })
  await buildAccount(ctx.db, { role: 'admin' })
  const everyone = pool.query(`update profiles set role = 'user'`)
  await expect(everyone).rejects.toMatchObject({ constraint: 'last_owner' })
  await pool.query(CHANGES.deletion(id))
})

test.for(['read committed', 'repeatable read', 'serializable'])(
  'of two owners who are removed at the same time, one stays (%s)',
  async (isolation, { ctx, url }) => {
    const { pool, close } = connect({ url })
    const [first, second] = [await pool.connect(), await pool.connect()]
    const ada = await buildAccount(ctx.db, { role: 'admin' })
    for (const change of Object.values(CHANGES)) {
      const ben = await buildAccount(ctx.db, { role: 'admin' })
      const cleo = await buildAccount(ctx.db, { role: 'admin' })
      await pool.query(`update profiles set role = 'user' where id not in ($1, $2)`, [ben.id, cleo.id])
      for (const client of [first, second]) {
        await client.query(`begin isolation level ${isolation}`)
        await client.query('select count(*) from profiles')
      }
      await first.query(change(ben.id))
      const removal = expect(second.query(change(cleo.id))).rejects.toThrow()
      await first.query('commit')
      await removal
      await second.query('rollback')
    }
    const { rows } = await pool.query(`select id from profiles where role = 'admin'`)
    expect(rows).toHaveLength(1)
    expect(rows[0].id).not.toBe(ada.id)
    first.release()
    second.release()
    await close()
  },
)
