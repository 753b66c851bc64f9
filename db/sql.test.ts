import fc from 'fast-check'
import { describe } from 'vitest'
import { z } from 'zod'
import { expect, test } from '#test/store.ts'
import { compile, execute, query, queryColumn, type Sql, sql } from './sql.ts'

describe('a statement', () => {
  test('takes values as parameters, and nested SQL as text', () => {
    const isOwn = sql`user_id = ${'usr_1'}`
    const statement = sql`select ${sql.raw('id')} from orders where ${isOwn} and total > ${100} limit ${5}`
    expect(compile(statement)).toEqual({
      text: 'select id from orders where user_id = $1 and total > $2 limit $3',
      values: ['usr_1', 100, 5],
    })
  })

  test('joins any number of parts', () => {
    expect(compile(sql`where ${sql.join([sql`a = ${1}`, sql`b = ${2}`], ' and ')}`)).toEqual({
      text: 'where a = $1 and b = $2',
      values: [1, 2],
    })
    expect(compile(sql.join([], ', '))).toEqual({ text: '', values: [] })
  })

  test('numbers its parameters in order, however it is nested', () => {
    const statements = fc.letrec<{ statement: Sql }>((tie) => ({
      statement: fc
        .array(fc.oneof({ maxDepth: 4 }, fc.integer(), fc.string(), tie('statement')), { maxLength: 4 })
        .map((parts) => sql.join(parts, ' ')),
    })).statement
    fc.assert(
      fc.property(statements, (statement) => {
        const { text, values } = compile(statement)
        const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
        expect(numbers).toEqual(values.map((_, index) => index + 1))
      }),
    )
  })
})

describe('a query', () => {
  const One = z.strictObject({ one: z.int() })

  test('returns rows with their types', async ({ ctx }) => {
    const Types = z.strictObject({
      at: z.date(),
      day: z.string(),
      total: z.int(),
      names: z.array(z.string()),
    })
    const at = new Date('2026-03-01T10:00:00Z')
    const rows = await query(ctx.db, Types)`
      select ${at}::timestamptz as at, '2026-03-01'::date as day, 5::bigint as total, ${['a', 'b']}::text[] as names`
    expect(rows).toEqual([{ at, day: '2026-03-01', total: 5, names: ['a', 'b'] }])
  })

  test('fails when a row differs from its schema, and names the column', async ({ ctx }) => {
    await expect(query(ctx.db, One)`select 'x' as one`).rejects.toThrow(/one/)
    await expect(query(ctx.db, One)`select 1 as one, 2 as two`).rejects.toThrow(/two/)
  })

  test('of one column returns its values, and fails when there are more', async ({ ctx }) => {
    expect(await queryColumn(ctx.db, z.array(z.int()))`select array[1, 2] union all select '{}'`).toEqual([
      [1, 2],
      [],
    ])
    await expect(queryColumn(ctx.db, z.int())`select 'x'`).rejects.toThrow(/number/)
    await expect(queryColumn(ctx.db, z.int())`select 1 as one, 2 as two`).rejects.toThrow(/one column/)
  })

  test('is prepared once per connection, unless its plan depends on the values', async ({ ctx }) => {
    const Count = z.strictObject({ count: z.int() })
    const counts = await ctx.db.transaction(async (db) => {
      const countPrepared = async (text: string) => {
        const statement = sql`select count(*)::int as count from pg_prepared_statements where statement = ${text}`
        return (await query(db, Count)`${statement}`)[0]?.count
      }
      for (const value of [1, 2, 3]) await query(db, One)`select ${value}::int as one`
      for (const value of [1, 2]) await query(db, One, { prepare: false })`select ${value}::int + 7 as one`
      return [await countPrepared('select $1::int as one'), await countPrepared('select $1::int + 7 as one')]
    })
    expect(counts).toEqual([1, 0])
  })

  test('runs in its transaction', async ({ ctx }) => {
    const countFacts = () =>
      query(ctx.db, z.strictObject({ value: z.string() }))`select value from store_facts where key = 'half'`
    await ctx.db
      .transaction(async (tx) => {
        expect(await execute(tx)`insert into store_facts (key, value) values ('half', '1')`).toBe(1)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await countFacts()).toEqual([])
  })
})
