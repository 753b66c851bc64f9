import { listPosts } from '#core/content/published/posts.server.ts'
import type { Context } from '#core/context.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { XML_HEAD, xmlElement } from './xml.ts'

const MAX_POSTS = 30

/** The newest posts of the Journal, in RSS 2.0. */
export async function journalFeed(ctx: Context, origin: string): Promise<string> {
  const [{ name }, { rows }] = await Promise.all([
    readStoreIdentity(ctx),
    listPosts(ctx, { limit: MAX_POSTS }),
  ])
  const items = rows.map(({ slug, title, description, author, firstPublishedAt }) => {
    const url = `${origin}/journal/${slug}`
    const elements = [
      xmlElement('title', title),
      xmlElement('link', url),
      xmlElement('guid', url),
      xmlElement('pubDate', firstPublishedAt.toUTCString()),
      description && xmlElement('description', description),
      author && xmlElement('dc:creator', author),
    ]
    return `<item>${elements.join('')}</item>\n`
  })
  const channel = [
    xmlElement('title', `${name} Journal`),
    xmlElement('link', `${origin}/journal`),
    xmlElement('description', `The Journal of ${name}`),
    xmlElement('language', 'en'),
    `<atom:link href="${origin}/journal/feed.xml" rel="self" type="application/rss+xml"/>`,
  ]
  return `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">\n<channel>\n${channel.join('')}\n${items.join('')}</channel>\n</rss>\n`
}
