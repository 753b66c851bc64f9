import { unsubscribe } from '#core/customers/newsletter.server.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/unsubscribe'
import { UNSUBSCRIBE_FAILED, UnsubscribePage, unsubscribeWith } from './unsubscribe-page.tsx'

export const meta = () => privateMeta('Unsubscribe')

/** Opening the link changes nothing: email clients may prefetch links. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepPageOnFailure(() => UNSUBSCRIBE_FAILED)

/** Email clients also post here for one-click unsubscribe (RFC 8058): once, without cookies, and without following redirects. */
export function action({ context, url }: Route.ActionArgs) {
  return unsubscribeWith(url, (link) => unsubscribe(shopContext(context), link))
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return (
    <UnsubscribePage
      title="Unsubscribe from our newsletter"
      lead="We’ll still email you about your orders."
      doneLead="We won’t send you our newsletter unless you sign up again."
      result={actionData}
    />
  )
}
