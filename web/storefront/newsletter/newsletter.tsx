import { data } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { requestNewsletter } from '#core/customers/newsletter.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { Article, articleMeta } from '../article.tsx'
import type { Route } from './+types/newsletter'
import { NewsletterForm, type NewsletterResult } from './sign-up-form.tsx'

export const meta = articleMeta(
  'Letters',
  'Letters from Eternal Beauty: what is new, and why it was made. Not often.',
  '/newsletter',
)

export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

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
      title="Letters"
      lead="What is new, and why it was made. Not often, and every one of them ends with a way out."
    >
      <NewsletterForm actionResult={actionData} />
    </Article>
  )
}
