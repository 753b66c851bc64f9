import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { textContains } from './pagination.ts'

const Match = z.strictObject({ isMatch: z.boolean() })

test('a search matches within words, and one or two letters match the start of a word', async ({ ctx }) => {
  const contains = async (words: string, text: string) =>
    (await query(ctx.db, Match, sql`select ${textContains(sql`${words}::text`, text)} as "isMatch"`))[0]
      ?.isMatch
  const words = 'eb100123 li.wei@orchard.example wei li'
  for (const text of ['orchard', 'Wei', '100', 'EB', 'e', 'li', ' LI '])
    expect([text, await contains(words, text)]).toEqual([text, true])
  for (const text of ['zzz', 'ei', '%%%', '__', '\\'])
    expect([text, await contains(words, text)]).toEqual([text, false])
})
