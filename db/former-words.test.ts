import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

const MIGRATIONS_DIR = 'db/migrations'
const LAST_FORMER_VERSION = 226

test('what an older store has under former words gets the current ones', async ({ onTestFinished }) => {
  const { url, client, drop } = await createTestDatabase({ template: 'template0' })
  onTestFinished(drop)
  const versions = readMigrations(MIGRATIONS_DIR).map(({ version }) => version)
  await migrate(url, MIGRATIONS_DIR, {
    only: new Set(versions.filter((version) => version <= LAST_FORMER_VERSION)),
  })
  // Without the rows that these refer to.
  await client.query(`set session_replication_role = replica`)
  await client.query(`
    insert into returns (id, order_id, reason, reference, state)
      values ('ret_1', 'ord_1', 'Leaks', 'R1', 'asked'),
        ('ret_2', 'ord_1', 'Leaks', 'R2', 'closed');
    insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, state, done_at)
      values ('ref_1', 'ord_1', 'pay_1', 100, 'usd', 'late', 'a', 'asked', null),
        ('ref_2', 'ord_1', 'pay_1', 100, 'usd', 'late', 'b', 'done', now());
    insert into newsletter_subscribers (id, email, state) values ('sub_1', 'ada@orchard.example', 'asked');
    insert into pictures (id, origin, width, height, type, bytes)
      values ('pic_1', 'house:products/oil/1.webp', 8, 8, 'image/webp', 9), ('pic_2', 'upload:1', 8, 8, 'image/webp', 9);
    insert into store_facts (key, value, at) values ('what-sells:30', '[]', now()), ('sales-by-source:30', '[]', now())`)
  await client.query(`set session_replication_role = origin`)
  await migrate(url, MIGRATIONS_DIR)
  const list = async (select: string) => (await client.query({ text: select, rowMode: 'array' })).rows.flat()
  expect(await list('select state from returns order by id')).toEqual(['requested', 'closed'])
  expect(await list('select state from refunds order by id')).toEqual(['pending', 'done'])
  expect(await list('select state from newsletter_subscribers')).toEqual(['pending'])
  expect(await list('select origin from pictures order by id')).toEqual([
    'bundled:products/oil/1.webp',
    'upload:1',
  ])
  expect(await list(`select key from store_facts where key like '%:30' order by key`)).toEqual([
    'sales-by-source:30',
    'top-products:30',
  ])
})
