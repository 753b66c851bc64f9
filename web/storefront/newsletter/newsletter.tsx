import { data } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { requestNewsletter } from '#core/customers/newsletter.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { keepPageOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { Article, articleMeta } from '../article.tsx'
import type { Route } from './+types/newsletter'
import { NewsletterForm, type NewsletterResult } from './sign-up-form.tsx'

export const meta = articleMeta(
  'Newsletter',
  'Our newsletter: what’s new, and why we made it. Not too often.',
  '/newsletter',
)

export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export const clientMiddleware = keepPageOnFailure(() => ({
  sent: false,
  error: UNEXPECTED_ERROR.description,
}))

export async function action({ context, request }: Route.ActionArgs) {
  const submittedEmail = String((await request.formData()).get('email') ?? '')
  const email = Email.safeParse(submittedEmail)
  if (!email.success) return signUpError(email.error.issues[0]?.message, submittedEmail, 400)
  try {
    await requestNewsletter(shopContext(context), email.data)
    return data<NewsletterResult>({ sent: true })
  } catch (error) {
    if (error instanceof Refusal) return signUpError(error.message, submittedEmail, HTTP_STATUS[error.code])
    throw error
  }
}

function signUpError(error: string | undefined, email: string, status: number) {
  return data<NewsletterResult>({ sent: false, error, email: email.slice(0, 254) }, status)
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <Article
      title="Newsletter"
      lead="What’s new and why we made it. We don’t write often, and you can unsubscribe from any email."
    >
      <NewsletterForm actionResult={actionData} />
    </Article>
  )
}
