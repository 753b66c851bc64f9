import { href, redirect } from 'react-router'
import { listPosts } from '#core/content/published/posts.server.ts'
import { findFormerSlug, findPost } from '#core/content/published/published-content.server.ts'
import type { Context } from '#core/context.ts'
import { formatDate } from '#core/dates.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { pageTitle } from '#web/page-title.ts'
import { setProductTags, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/post'
import { feedLink } from './feed-link.ts'
import { contentTags, loadPost } from './load-content.server.ts'
import { PostArticle } from './post-article.tsx'
import { PostCard, type PostCardData } from './post-card.tsx'
import { postMeta } from './post-meta.ts'

export { ContentErrorBoundary as ErrorBoundary } from './content-error.tsx'

const MORE_POSTS = 2

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta ?? [{ title: pageTitle('Page not found') }]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const [post, more] = await Promise.all([
    refusalToResponse(
      findPost(ctx, params.slug).catch((error) => redirectToCurrentSlug(ctx, params.slug, error)),
    ),
    listOtherPosts(ctx, params.slug),
  ])
  setProductTags(context, [
    'content',
    ...contentTags(post),
    ...more.flatMap(({ picture }) => picture?.id ?? []),
  ])
  const data = await loadPost(context, post)
  const { origin } = ctx.settings
  return { post: data, more, meta: [...postMeta(data, origin), feedLink(origin)] }
}

async function listOtherPosts(ctx: Context, slug: string): Promise<PostCardData[]> {
  const [{ rows }, { timeZone }] = await Promise.all([
    listPosts(ctx, { limit: MORE_POSTS + 1 }),
    readLatestStoreSettings(ctx.db, ctx.log),
  ])
  return rows
    .filter((post) => post.slug !== slug)
    .slice(0, MORE_POSTS)
    .map(({ title, description, author, picture, firstPublishedAt, ...post }) => {
      return {
        slug: post.slug,
        title,
        description,
        author,
        picture,
        date: formatDate(firstPublishedAt, timeZone),
      }
    })
}

async function redirectToCurrentSlug(ctx: Context, slug: string, error: unknown): Promise<never> {
  const currentSlug = await findFormerSlug(ctx, 'post', slug)
  if (!currentSlug) throw error
  throw redirect(href('/journal/:slug', { slug: currentSlug }), 301)
}

export default function Post({ loaderData: { post, more } }: Route.ComponentProps) {
  return (
    <>
      <PostArticle post={post} />
      {more.length > 0 && <MorePosts posts={more} />}
    </>
  )
}

function MorePosts({ posts }: { posts: PostCardData[] }) {
  return (
    <section aria-labelledby="more" className="mx-auto max-w-page px-gutter pt-section">
      <h2 id="more" className="font-display text-title">
        More from the Journal
      </h2>
      <ul className="mt-12 grid gap-x-8 gap-y-16 sm:grid-cols-2 lg:gap-x-16">
        {posts.map((post) => (
          <li key={post.slug}>
            <PostCard post={post} headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
