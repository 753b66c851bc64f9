import { data } from 'react-router'
import { findPreview } from '#core/content/published/published-content.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, type RouterContext, shopContext } from '#web/request-context.ts'
import { requireAccess } from '#web/require-access.ts'
import { HomePage } from '../home/home-page.tsx'
import { loadHome } from '../home/load-home.server.ts'
import type { Route } from './+types/preview'
import { BRAND_PREVIEW, loadBrandPreview } from './brand-preview.server.ts'
import { loadPage, loadPost } from './load-content.server.ts'
import { PageArticle } from './page-article.tsx'
import { PostArticle } from './post-article.tsx'

export { ContentErrorBoundary as ErrorBoundary } from './content-error.tsx'

export const meta = () => privateMeta('Preview')

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

/** The back office shows it in a frame. */
export const headers = () => ({ 'x-frame-options': 'SAMEORIGIN' })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  noStore(context)
  if (params.id === BRAND_PREVIEW) return loadBrandPreview(context, url)
  return loadPreview(context, params.id, readVersion(url))
}

/** Without one, the draft. */
function readVersion({ searchParams }: URL): number | undefined {
  const version = searchParams.get('version')
  if (version === null) return undefined
  if (!/^\d{1,9}$/.test(version)) throw data('This version doesn’t exist.', 404)
  return Number(version)
}

async function loadPreview(context: RouterContext, id: string, version?: number) {
  const { content, ...draft } = await refusalToResponse(
    findPreview(shopContext(context), id, version),
    context,
  )
  const { kind, fields } = content
  if (kind === 'home')
    return {
      kind,
      home: await loadHome(context, Promise.resolve({ ...draft, fields }), { isPreview: true }),
    } as const
  if (kind === 'page') return { kind, page: await loadPage(context, { ...draft, fields }) } as const
  return { kind, post: await loadPost(context, { ...draft, fields }) } as const
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'problem') return <p className="px-gutter py-section">{loaderData.problem}</p>
  if (loaderData.kind === 'home') return <HomePage home={loaderData.home} />
  if (loaderData.kind === 'page') return <PageArticle page={loaderData.page} />
  return <PostArticle post={loaderData.post} />
}
