import { redirect } from 'react-router'
import { contentPath, isBuiltInPage } from '#core/content/content.ts'
import { findFormerSlug, findPage } from '#core/content/published/published-content.server.ts'
import type { Context } from '#core/context.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { pageTitle } from '#web/page-title.ts'
import { setProductTags, shopContext } from '#web/request-context.ts'
import { breadcrumbs, pageMeta } from '#web/seo.ts'
import type { Route } from './+types/page'
import { contentTags, loadPage } from './load-content.server.ts'
import { PageArticle } from './page-article.tsx'

export { ContentErrorBoundary as ErrorBoundary } from './content-error.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.meta ?? [{ title: pageTitle('Page not found') }]
}

/** The policies have addresses of their own. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const ctx = shopContext(context)
  const slug = params.slug ?? url.pathname.slice(1)
  if (params.slug && isBuiltInPage(slug)) throw redirect(contentPath({ kind: 'page', slug }), 301)
  const page = await refusalToResponse(
    findPage(ctx, slug).catch((error) => redirectToCurrentSlug(ctx, slug, error)),
  )
  setProductTags(context, contentTags(page))
  const data = await loadPage(context, page)
  const path = contentPath({ kind: 'page', slug })
  const { origin } = ctx.settings
  const meta = pageMeta({
    title: pageTitle(data.title),
    description: data.description,
    origin,
    path,
    data: [breadcrumbs(origin, [[data.title, path]])],
  })
  return { ...data, meta }
}

async function redirectToCurrentSlug(ctx: Context, slug: string, error: unknown): Promise<never> {
  const currentSlug = await findFormerSlug(ctx, 'page', slug)
  if (!currentSlug) throw error
  throw redirect(contentPath({ kind: 'page', slug: currentSlug }), 301)
}

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return <PageArticle page={loaderData} />
}
