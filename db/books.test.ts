import type { Pool } from 'pg'
import { describe } from 'vitest'
import { expect, test } from '#test/store.ts'

type Line = [account: string, amount: number, base?: number]

/** Books an entry in one transaction, as the store does. */
async function book(pool: Pool, id: string, lines: Line[], cause: string | null = null): Promise<void> {
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

const count = async (pool: Pool) => (await pool.query('select count(*) from accounting')).rows[0].count

describe('the books', () => {
  test('take an entry whose lines net to nothing, in its own currency and in dollars', async ({
    connection: { pool },
  }) => {
    await book(pool, 'ent_1', [
      ['card_clearing', 108, 81],
      ['sales', -100, -75],
      ['tax_payable', -8, -6],
    ])
    expect(await count(pool)).toBe(1)
  })

  test('refuse at the end one that does not balance, and keep nothing of it', async ({
    connection: { pool },
  }) => {
    const unbalanced: Line[][] = [
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
    for (const lines of unbalanced)
      await expect(book(pool, 'ent_1', lines)).rejects.toThrow('The lines of entry ent_1 do not balance')
    expect(await count(pool)).toBe(0)
  })

  test('book one cause once', async ({ connection: { pool } }) => {
    const lines: Line[] = [
      ['card_clearing', 100],
      ['sales', -100],
    ]
    const booked = await Promise.allSettled(['a', 'b', 'c'].map((id) => book(pool, id, lines, 'paid:ord_1')))
    expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are never rewritten', async ({ connection: { pool } }) => {
    await book(pool, 'ent_1', [
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

test('the audit is never rewritten', async ({ connection: { pool } }) => {
  await pool.query(`insert into audit_entries (action, subject) values ('price', 'prd_1')`)
  for (const statement of [`update audit_entries set actor_id = 'nobody'`, 'delete from audit_entries'])
    await expect(pool.query(statement)).rejects.toThrow('audit_entries is written once and never changed')
})

test('a letter is sent when it has a moment, and has one when it is sent', async ({
  connection: { pool },
}) => {
  const write = (state: string, sent: string | null, key = state) =>
    pool.query(
      `insert into letters (id, key, kind, recipient, subject, state, sent_at) values ($1, $1, 'x', 'a@b.c', 'x', $2, $3)`,
      [key, state, sent],
    )
  await write('waiting', null)
  await write('sent', '2026-11-20')
  await expect(write('sent', null, 'other')).rejects.toThrow('check constraint')
  await expect(write('waiting', '2026-11-20', 'other')).rejects.toThrow('check constraint')
  await expect(write('sent', '2026-11-20')).rejects.toThrow('letters_key_key')
})
