import { data, Form, href } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { unsubscribeAlerts } from '#core/wishlist/alerts.server.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { privateMeta } from '#web/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { noStore, shopContext } from '../request-context.ts'
import { Article } from '../storefront/article.tsx'
import type { Route } from './+types/unsubscribe'

export const meta = () => privateMeta('Unsubscribe')

/** Opening the link changes nothing: email clients may prefetch links. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepPageOnFailure(() => ({
  done: false,
  message: UNEXPECTED_ERROR.description,
}))

/** Email clients also post here for one-click unsubscribe (RFC 8058): once, without cookies, and without following redirects. */
export async function action({ context, url: { searchParams } }: Route.ActionArgs) {
  try {
    await unsubscribeAlerts(shopContext(context), {
      id: searchParams.get('id') ?? '',
      key: searchParams.get('key') ?? '',
    })
    return data({ done: true, message: '' })
  } catch (error) {
    if (error instanceof Refusal)
      return data({ done: false, message: error.message }, HTTP_STATUS[error.code])
    throw error
  }
}

export default function UnsubscribeFromAlerts({ actionData }: Route.ComponentProps) {
  if (actionData?.done) return <Unsubscribed />
  return (
    <Article
      title="Unsubscribe from product emails"
      lead="We won’t tell you any more when a product is back in stock or costs less. Your wish list stays."
    >
      {actionData && (
        <p role="alert" className="mb-8 text-rosewood">
          {actionData.message}
        </p>
      )}
      <Form method="post">
        <Button type="submit">Unsubscribe</Button>
      </Form>
    </Article>
  )
}

function Unsubscribed() {
  return (
    <Article title="You’re unsubscribed" lead="We won’t email you about products unless you ask again.">
      <ButtonLink to={href('/')} variant="secondary">
        Return to Home
      </ButtonLink>
    </Article>
  )
}
