import { unsubscribeAlerts } from '#core/wishlist/alerts.server.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, shopContext } from '../request-context.ts'
import {
  UNSUBSCRIBE_FAILED,
  UnsubscribePage,
  unsubscribeWith,
} from '../storefront/newsletter/unsubscribe-page.tsx'
import type { Route } from './+types/unsubscribe'

export const meta = () => privateMeta('Unsubscribe')

/** Opening the link changes nothing: email clients may prefetch links. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepPageOnFailure(() => UNSUBSCRIBE_FAILED)

/** Email clients also post here for one-click unsubscribe. */
export function action({ context, url }: Route.ActionArgs) {
  return unsubscribeWith(url, (link) => unsubscribeAlerts(shopContext(context), link))
}

export default function UnsubscribeFromAlerts({ actionData }: Route.ComponentProps) {
  return (
    <UnsubscribePage
      title="Unsubscribe from product emails"
      lead="We’ll stop emailing you when a product is back in stock or costs less. Your wish list stays."
      doneLead="We won’t email you about products unless you ask again."
      result={actionData}
    />
  )
}
