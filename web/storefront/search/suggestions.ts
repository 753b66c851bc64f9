import { type Picture, toPicture } from '#core/media/picture.ts'
import { formatPrice } from '#core/regions/regions.ts'
import { suggest } from '#core/search/suggest.server.ts'
import { shopContext } from '#web/request-context.ts'
import type { Route } from './+types/suggestions'

export type SearchSuggestionList = {
  words: string[]
  products: { slug: string; name: string; brand: string; price: string; picture: Picture }[]
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const ctx = shopContext(context)
  const { completions, corrected, products } = await suggest(
    ctx,
    new URL(request.url).searchParams.get('q') ?? '',
  )
  const suggestions: SearchSuggestionList = {
    words: corrected ? [corrected] : completions,
    products: products.map(({ slug, name, brand, price, image }) => ({
      slug,
      name,
      brand,
      price: formatPrice(price, ctx.region).display,
      picture: toPicture(image),
    })),
  }
  return Response.json(suggestions)
}
