import { data } from 'react-router'
import type { Context } from '#core/context.ts'
import { pageTitle } from '#web/page-title.ts'
import { noStore, shopContext } from '../request-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/not-found'
import { CategoryTiles } from './category-tiles.tsx'

export const meta = () => [{ title: pageTitle('Page not found') }]

export function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  logNotFound(shopContext(context), request)
  return data(null, 404)
}

export function logNotFound({ log, requestId }: Context, { url }: Request): void {
  log.info('page not found', { requestId, path: toLogPath(new URL(url).pathname) })
}

export default function NotFound() {
  return <PageNotFound />
}

export function PageNotFound() {
  return (
    <>
      <section className="mx-auto max-w-page px-gutter pt-section">
        <p className="label text-ink-soft">404</p>
        <h1 className="mt-4 font-display text-display">Oops! Page not found</h1>
        <p className="mt-10">
          <ButtonLink to="/">Return to Home</ButtonLink>
        </p>
      </section>
      <CategoryTiles />
    </>
  )
}

/** Control characters in a logged path could move the terminal's cursor. */
function toLogPath(path: string): string {
  return decodeLoosely(path)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
    .slice(0, 200)
}

function decodeLoosely(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
