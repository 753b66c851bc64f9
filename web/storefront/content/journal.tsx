import { href } from 'react-router'
import { listPosts } from '#core/content/published/posts.server.ts'
import { formatDate } from '#core/dates.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { pageTitle } from '#web/page-title.ts'
import { setProductTags, shopContext } from '#web/request-context.ts'
import { breadcrumbs, pageMeta } from '#web/seo.ts'
import { Link } from '#web/ui/link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/journal'
import { feedLink } from './feed-link.ts'
import { PostCard, type PostCardData } from './post-card.tsx'

const DESCRIPTION = 'Notes on ingredients, routines, and how things are made.'

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta ?? [{ title: pageTitle('Journal') }]
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const { origin } = ctx.settings
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [{ rows, next, previous }, { timeZone }] = await Promise.all([
    listPosts(ctx, { ...(cursor && { cursor }) }),
    readLatestStoreSettings(ctx.db, ctx.log),
  ])
  setProductTags(context, ['content', ...rows.flatMap(({ picture }) => picture?.id ?? [])])
  const posts = rows.map(({ slug, title, description, author, picture, firstPublishedAt }): PostCardData => {
    return { slug, title, description, author, picture, date: formatDate(firstPublishedAt, timeZone) }
  })
  const description = DESCRIPTION
  const data = [breadcrumbs(origin, [['Journal', '/journal']])]
  // Search engines find posts on all pages of the list, but show only the first.
  const path = cursor || !posts.length ? {} : { path: '/journal' }
  const meta = [
    ...pageMeta({ title: pageTitle('Journal'), description, origin, ...path, data }),
    feedLink(origin),
  ]
  return { posts, next, previous, meta }
}

export default function Journal({ loaderData: { posts, next, previous } }: Route.ComponentProps) {
  const [first, ...others] = posts
  return (
    <div className="mx-auto max-w-page px-gutter pt-14 md:pt-24">
      <h1 className="font-display text-display">Journal</h1>
      <p className="mt-8 max-w-prose text-lead">{DESCRIPTION}</p>
      {first ? (
        <>
          <div className="mt-16 md:mt-24">
            <PostCard post={first} isLead />
          </div>
          <ul className="mt-20 grid gap-x-8 gap-y-16 sm:grid-cols-2 md:mt-32 lg:gap-x-16">
            {others.map((post) => (
              <li key={post.slug}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyJournal />
      )}
      <p className="mt-20 flex gap-x-10">
        {previous && <TextLink to={`?cursor=${previous}`}>Newer posts</TextLink>}
        {next && <TextLink to={`?cursor=${next}`}>Older posts</TextLink>}
      </p>
    </div>
  )
}

function EmptyJournal() {
  return (
    <p className="mt-16 max-w-prose border-hairline border-t pt-10 text-ink-soft">
      Nothing here yet.{' '}
      <Link to={href('/categories')} className="link-line text-ink">
        See our products
      </Link>
    </p>
  )
}
