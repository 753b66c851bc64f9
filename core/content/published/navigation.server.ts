import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import { CONTENT_KINDS, contentPath } from '../content.ts'

const MAX_LINKS = 8

export type NavigationLink = { path: string; title: string }
export type Navigation = { menu: NavigationLink[]; footer: NavigationLink[] }

/** The pages and posts that the owner links from every page, and the Journal once it has a post. */
export async function listNavigation({ db, reads = db }: Context): Promise<Navigation> {
  const rows = await query(reads, LinkRow)`
    (select i.kind, i.slug, v.title, i.navigation
      from content_items i join content_versions v on v.content_id = i.id and v.number = i.published_number
      where i.navigation <> 'none' and i.published_number is not null
      order by i.created_at, i.id limit ${2 * MAX_LINKS})
    union all
    (select 'post', null, null, null from content_items where kind = 'post' and published_number is not null limit 1)`
  const linksIn = (place: 'menu' | 'footer') =>
    rows.flatMap(({ kind, slug, title, navigation }) =>
      navigation === place && slug && title ? [{ path: contentPath({ kind, slug }), title }] : [],
    )
  const hasJournal = rows.some(({ slug }) => slug === null)
  const journal = hasJournal ? [{ path: '/journal', title: 'Journal' }] : []
  return {
    menu: [...journal, ...linksIn('menu')].slice(0, MAX_LINKS),
    footer: linksIn('footer').slice(0, MAX_LINKS),
  }
}

const LinkRow = z.strictObject({
  kind: z.enum(CONTENT_KINDS),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  navigation: z.enum(['menu', 'footer']).nullable(),
})
