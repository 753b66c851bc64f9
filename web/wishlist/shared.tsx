import { href, isRouteErrorResponse, useRouteError } from 'react-router'
import { findSharedWishlist } from '#core/wishlist/share-wishlist.server.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { privateMeta } from '#web/page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { noStore, shopContext } from '../request-context.ts'
import { Article } from '../storefront/article.tsx'
import type { Route } from './+types/shared'
import { readWishCards } from './wish-cards.server.ts'
import { WishlistGrid } from './wishlist-grid.tsx'

export const meta = () => privateMeta('Wish list')

export async function loader({ context, url }: Route.LoaderArgs) {
  noStore(context)
  const ctx = shopContext(context)
  const { firstName, productIds } = await refusalToResponse(
    findSharedWishlist(ctx, url.searchParams.get('key') ?? ''),
  )
  return { firstName, region: ctx.region, cards: await readWishCards(ctx, productIds) }
}

export default function SharedWishlist({ loaderData: { firstName, region, cards } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 md:pt-20">
      <h1 className="font-display text-title [overflow-wrap:anywhere]">
        {firstName ? (
          <>
            The wish list of <bdi>{firstName}</bdi>
          </>
        ) : (
          'A wish list'
        )}
      </h1>
      {cards.length ? (
        <WishlistGrid cards={cards} region={region} />
      ) : (
        <p className="mt-4 text-ink-soft">There is nothing on it at the moment.</p>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <Article title="This list isn’t shared" lead="Its owner has revoked the link, or it is incomplete.">
      <ButtonLink to={href('/categories')}>See all products</ButtonLink>
    </Article>
  )
}
