import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import { CONTENT_KINDS, contentPath } from '../content.ts'

const MAX_RESULTS = 3
const MAX_QUERY_LENGTH = 200

export type ContentResult = { path: string; title: string; description: string }

/** The published pages and posts with all the words, best first. */
export async function searchContent({ db, reads = db }: Context, words: string): Promise<ContentResult[]> {
  const rows = await query(reads, ResultRow)`
    select i.kind, i.slug, v.title, v.description
    from websearch_to_tsquery('english', ${words.slice(0, MAX_QUERY_LENGTH).replaceAll('\0', ' ')}) as searched
    join content_versions v on v.search @@ searched
    join content_items i on i.id = v.content_id and i.published_number = v.number
    where i.kind <> 'home'
    order by ts_rank(v.search, searched) desc, i.id limit ${MAX_RESULTS}`
  return rows.map(({ kind, slug, title, description }) => ({
    path: contentPath({ kind, slug }),
    title,
    description: description.replace(/\{\{[a-z-]+\}\}/g, '').replace(/ {2,}/g, ' '),
  }))
}

const ResultRow = z.strictObject({
  kind: z.enum(CONTENT_KINDS),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
})
