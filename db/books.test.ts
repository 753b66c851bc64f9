import type { Pool } from 'pg'
import { describe } from 'vitest'
import { expect, test } from '#test/shared-store.ts'

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

const isBooked = async (pool: Pool, id: string) =>
  (await pool.query('select from accounting where id = $1', [id])).rowCount === 1

describe('the books', () => {
  test('take an entry whose lines net to nothing, in its own currency and in dollars', async ({
    connection: { pool },
  }) => {
    await book(pool, 'ent_1', [
      ['card_clearing', 108, 81],
      ['sales', -100, -75],
      ['tax_payable', -8, -6],
    ])
    expect(await isBooked(pool, 'ent_1')).toBe(true)
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
      await expect(book(pool, 'ent_2', lines)).rejects.toThrow('The lines of entry ent_2 do not balance')
    expect(await isBooked(pool, 'ent_2')).toBe(false)
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
    await book(pool, 'ent_3', [
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
  let written = 0
  const write = (state: string, sent: string | null, key = `letter ${written}`) =>
    pool.query(
      `insert into letters (id, key, kind, recipient, subject, state, sent_at) values ($1, $2, 'x', 'a@b.c', 'x', $3, $4)`,
      [`ltr_${++written}`, key, state, sent],
    )
  await write('waiting', null)
  await write('sent', '2026-11-20', 'store-opened')
  await expect(write('sent', null)).rejects.toThrow('check constraint')
  await expect(write('waiting', '2026-11-20')).rejects.toThrow('check constraint')
  // Written again for the same cause.
  await expect(write('waiting', null, 'store-opened')).rejects.toThrow('letters_key_key')
})
