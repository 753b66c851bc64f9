import { data, Form, href } from 'react-router'
import { unsubscribe } from '#core/customers/newsletter.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Article } from '../article.tsx'
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
export async function action({ context, request }: Route.ActionArgs) {
  const searchParams = new URL(request.url).searchParams
  try {
    await unsubscribe(shopContext(context), {
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

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  if (actionData?.done) return <Unsubscribed />
  return (
    <Article title="Unsubscribe from our newsletter" lead="We’ll still email you about your orders.">
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
    <Article title="You’re unsubscribed" lead="We won’t send you our newsletter unless you sign up again.">
      <ButtonLink to={href('/')} variant="secondary">
        Return to Home
      </ButtonLink>
    </Article>
  )
}
