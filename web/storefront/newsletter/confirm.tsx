import { data, Form, href } from 'react-router'
import { confirmNewsletter, isNewsletterLinkValid } from '#core/customers/newsletter.server.ts'
import { NEWSLETTER_CONSENTS } from '#core/customers/newsletter-consent.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { InlineNotice } from '../../ui/inline-notice.tsx'
import { Article } from '../article.tsx'
import type { Route } from './+types/confirm'

export const meta = () => privateMeta('Newsletter')

/** Opening the link doesn't confirm: email clients and virus scanners follow links automatically. */
export async function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  const isValid = await isNewsletterLinkValid(shopContext(context), tokenFrom(request))
  return data({ isValid }, isValid ? 200 : HTTP_STATUS.not_found)
}

export const clientMiddleware = keepPageOnFailure(() => ({ confirmed: false, failed: true }))

export async function action({ context, request }: Route.ActionArgs) {
  try {
    await confirmNewsletter(shopContext(context), tokenFrom(request))
    return data<ConfirmResult>({ confirmed: true })
  } catch (error) {
    if (error instanceof Refusal) return data<ConfirmResult>({ confirmed: false }, HTTP_STATUS[error.code])
    throw error
  }
}

type ConfirmResult = { confirmed: boolean; failed?: boolean }

const tokenFrom = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

export default function ConfirmNewsletter({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.confirmed) return <Confirmed />
  if ((actionData && !actionData.failed) || !loaderData.isValid) return <ExpiredLink />
  return (
    <Article title="Confirm your subscription" lead={NEWSLETTER_CONSENTS['confirmation-1']}>
      <InlineNotice notice={actionData && UNEXPECTED_ERROR} className="mb-8" />
      <Form method="post">
        <Button type="submit">Confirm subscription</Button>
      </Form>
    </Article>
  )
}

function ExpiredLink() {
  return (
    <Article
      title="This link has expired"
      lead="Confirmation links work for three days. Sign up again and we’ll email you a new one."
    >
      <ButtonLink to={href('/newsletter')}>Sign up again</ButtonLink>
    </Article>
  )
}

function Confirmed() {
  return (
    <Article title="You’re on the list" lead="Thank you. We’ll write when there’s something worth sharing.">
      <ButtonLink to={href('/categories')}>Shop the collection</ButtonLink>
    </Article>
  )
}
