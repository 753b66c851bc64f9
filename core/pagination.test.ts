import fc from 'fast-check'
import { describe } from 'vitest'
import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from './context.ts'
import {
  everyPage,
  findOption,
  type ListQuery,
  likePattern,
  listPage,
  type SortOrder,
  textContains,
} from './pagination.ts'

const Match = z.strictObject({ isMatch: z.boolean() })

test('a search matches within words, and one or two letters match the start of a word', async ({ ctx }) => {
  const contains = async (words: string, text: string) =>
    (await query(ctx.db, Match)`select ${textContains(sql`${words}::text`, text)} as "isMatch"`)[0]?.isMatch
  const words = 'eb100123 li.wei@orchard.example wei li'
  for (const text of ['orchard', 'Wei', '100', 'EB', 'e', 'li', ' LI '])
    expect([text, await contains(words, text)]).toEqual([text, true])
  for (const text of ['zzz', 'ei', '%%%', '__', '\\'])
    expect([text, await contains(words, text)]).toEqual([text, false])
})

test('a search for any text finds the text itself, and no wildcard in it matches other text', async ({
  ctx,
}) => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', '%', '_', '\\', ' ', 'é'),
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(text, text, async (searched, other) => {
      const isFound = async (within: string) =>
        (await query(ctx.db, Match)`select lower(${within}) like ${likePattern(searched)} as "isMatch"`)[0]
          ?.isMatch
      expect(await isFound(`x${searched}y`)).toBe(true)
      expect(await isFound(other)).toBe(other.toLowerCase().includes(searched.trim().toLowerCase()))
    }),
    { numRuns: 60 },
  )
})

const Item = z.strictObject({ id: z.string(), rank: z.int() })
type Item = z.infer<typeof Item>
const BY_RANK: SortOrder<Item> = {
  column: sql`rank`,
  id: sql`id`,
  type: 'bigint',
  toCursor: ({ rank, id }) => ({ value: rank, id }),
}

/** Lists `items` as if they were rows of a table. */
function listItems(ctx: Context, items: Item[], descending = false) {
  return (listQuery: ListQuery) =>
    listPage(
      { ...BY_RANK, descending },
      listQuery,
      ({ cursorCondition, orderBy, limit }) =>
        query(ctx.db, Item)`
        select id, rank from json_to_recordset(${sql.json(items)}) as items (id text, rank bigint)
        where ${cursorCondition} order by ${orderBy} limit ${limit}`,
    )
}

describe('pages of a list', () => {
  const items = Array.from({ length: 7 }, (_, n) => ({ id: `item_${n}`, rank: Math.floor(n / 2) }))
  const idsOf = ({ rows }: { rows: Item[] }) => rows.map(({ id }) => Number(id.slice(5)))

  test('lead forwards to the end and back to the start, with ties in a fixed order', async ({ ctx }) => {
    const list = listItems(ctx, items)
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, cursor: first.next ?? '' })
    const third = await list({ limit: 3, cursor: second.next ?? '' })
    expect([first, second, third].map(idsOf)).toEqual([[0, 1, 2], [3, 4, 5], [6]])
    expect([first.previous, third.next]).toEqual([null, null])
    const back = await list({ limit: 3, cursor: third.previous ?? '' })
    expect(idsOf(back)).toEqual([3, 4, 5])
    const start = await list({ limit: 3, cursor: back.previous ?? '' })
    expect([idsOf(start), start.previous]).toEqual([[0, 1, 2], null])
    expect(idsOf(await list({ limit: 3, cursor: start.next ?? '' }))).toEqual([3, 4, 5])
  })

  test('run the other way in a descending list', async ({ ctx }) => {
    const list = listItems(ctx, items, true)
    const first = await list({ limit: 4 })
    const second = await list({ limit: 4, cursor: first.next ?? '' })
    expect([first, second].map(idsOf)).toEqual([
      [6, 5, 4, 3],
      [2, 1, 0],
    ])
    expect(idsOf(await list({ limit: 4, cursor: second.previous ?? '' }))).toEqual([6, 5, 4, 3])
  })

  test('don’t repeat or skip a row when one is added or removed between them', async ({ ctx }) => {
    const first = await listItems(ctx, items)({ limit: 3 })
    const changed = [{ id: 'item_00', rank: 0 }, ...items.filter(({ id }) => id !== 'item_2')]
    const second = await listItems(ctx, changed)({ limit: 3, cursor: first.next ?? '' })
    expect(idsOf(second)).toEqual([3, 4, 5])
  })

  test('are empty past the end, without a link forwards', async ({ ctx }) => {
    const { next } = await listItems(ctx, items)({ limit: 3 })
    expect(await listItems(ctx, [])({ cursor: next ?? '' })).toEqual({ rows: [], next: null, previous: null })
    const full = await listItems(ctx, items)({ limit: items.length })
    expect(full.next).toBeNull()
  })

  test('hold 50 rows, or 500 in an export', async ({ ctx }) => {
    const many = Array.from({ length: 1001 }, (_, n) => ({ id: `item_${n}`, rank: n }))
    expect((await listItems(ctx, many)({})).rows).toHaveLength(50)
    const sizes: number[] = []
    for await (const rows of everyPage({}, listItems(ctx, many))) sizes.push(rows.length)
    expect(sizes).toEqual([500, 500, 1])
  })
})

test('a filter or sort that isn’t one of the list’s own is not found', () => {
  const options = { newest: 1 }
  expect(findOption(options, 'newest')).toBe(1)
  for (const name of [undefined, '', 'oldest', 'constructor', 'toString', '__proto__'])
    expect(findOption(options, name)).toBeUndefined()
})
