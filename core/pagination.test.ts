import { sql } from 'drizzle-orm'
import { expect, test } from '#test/store.ts'
import { textContains } from './pagination.ts'

test('a search matches within words, and one or two letters match the start of a word', async ({ ctx }) => {
  const contains = async (words: string, text: string) =>
    (await ctx.db.execute<{ yes: boolean }>(sql`select ${textContains(sql`${words}::text`, text)} as yes`))
      .rows[0]?.yes
  const words = 'eb100123 li.wei@orchard.example wei li'
  for (const text of ['orchard', 'Wei', '100', 'EB', 'e', 'li', ' LI '])
    expect([text, await contains(words, text)]).toEqual([text, true])
  for (const text of ['zzz', 'ei', '%%%', '__', '\\'])
    expect([text, await contains(words, text)]).toEqual([text, false])
})
