import { parseStoredWishlist } from '#core/wishlist/wishlist.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/products'
import { readWishCards } from './wish-cards.server.ts'

/** A guest's browser posts the IDs on its list, and gets the products that can be shown. */
export async function action({ context, request }: Route.ActionArgs) {
  noStore(context)
  const ids = parseStoredWishlist(String((await request.formData()).get('ids') ?? ''))
  return Response.json(await readWishCards(shopContext(context), ids))
}
