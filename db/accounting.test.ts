import type { Pool } from 'pg'
import { describe } from 'vitest'
import { expect, test } from '#test/shared-store.ts'

type AccountingLine = [account: string, amount: number, base?: number]

async function postEntry(
  pool: Pool,
  id: string,
  lines: AccountingLine[],
  cause: string | null = null,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into accounting (id, description, amount, cause) values ($1, 'Sale', 100, $2)`,
      [id, cause],
    )
    for (const [account, amount, base = amount] of lines) {
      await client.query('insert into accounting_lines values ($1, $2, $3, $4)', [id, account, amount, base])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const isPosted = async (pool: Pool, id: string) =>
  (await pool.query('select from accounting where id = $1', [id])).rowCount === 1

describe('the books', () => {
  test('accept an entry whose lines sum to zero, in its own currency and in dollars', async ({
    connection: { pool },
  }) => {
    await postEntry(pool, 'ent_1', [
      ['card_clearing', 108, 81],
      ['sales', -100, -75],
      ['tax_payable', -8, -6],
    ])
    expect(await isPosted(pool, 'ent_1')).toBe(true)
  })

  test('reject an unbalanced entry at commit, with all its lines', async ({ connection: { pool } }) => {
    const unbalancedEntries: AccountingLine[][] = [
      [
        ['card_clearing', 108],
        ['sales', -100],
      ],
      [['sales', -100]],
      [
        ['card_clearing', 100, 75],
        ['sales', -100, -74],
      ],
      [
        ['card_clearing', 100, 75],
        ['sales', -99, -75],
      ],
    ]
    for (const lines of unbalancedEntries)
      await expect(postEntry(pool, 'ent_2', lines)).rejects.toThrow('The lines of entry ent_2 do not balance')
    expect(await isPosted(pool, 'ent_2')).toBe(false)
  })

  test('accept one entry per cause', async ({ connection: { pool } }) => {
    const lines: AccountingLine[] = [
      ['card_clearing', 100],
      ['sales', -100],
    ]
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((id) => postEntry(pool, id, lines, 'paid:ord_1')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are append-only', async ({ connection: { pool } }) => {
    await postEntry(pool, 'ent_3', [
      ['card_clearing', 100],
      ['sales', -100],
    ])
    for (const statement of ['update accounting_lines set amount = 0', 'delete from accounting_lines'])
      await expect(pool.query(statement)).rejects.toThrow(
        'accounting_lines is written once and never changed',
      )
    await expect(pool.query('delete from accounting')).rejects.toThrow('foreign key')
  })
})

test('the store can add audit entries but not change them', async ({ connection: { pool } }) => {
  await pool.query(`insert into audit_entries (action, subject) values ('price', 'prd_1')`)
  for (const statement of [`update audit_entries set actor_id = 'nobody'`, 'delete from audit_entries'])
    await expect(pool.query(statement)).rejects.toThrow('permission denied for table audit_entries')
})

test('an email has a sent time exactly if it was sent', async ({ connection: { pool } }) => {
  let emailCount = 0
  const insertEmail = (state: string, sent: string | null, key = `email ${emailCount}`) =>
    pool.query(
      `insert into emails (id, key, kind, recipient, subject, state, sent_at) values ($1, $2, 'x', 'a@b.c', 'x', $3, $4)`,
      [`ltr_${++emailCount}`, key, state, sent],
    )
  await insertEmail('waiting', null)
  await insertEmail('sent', '2026-11-20', 'store-opened')
  await expect(insertEmail('sent', null)).rejects.toThrow('check constraint')
  await expect(insertEmail('waiting', '2026-11-20')).rejects.toThrow('check constraint')
  // A second email for the same cause.
  await expect(insertEmail('waiting', null, 'store-opened')).rejects.toThrow('emails_key_key')
})
