import { data } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { requestNewsletter } from '#core/customers/newsletter.server.ts'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { noStore, shopContext } from '../../visit.ts'
import { Paper, paperMeta } from '../papers/paper.tsx'
import type { Route } from './+types/newsletter.ts'
import { NewsletterForm } from './sign-up-form.tsx'

export type Asked = { sent: boolean; error?: string; email?: string }

export const meta = paperMeta(
  'Letters',
  'Letters from Eternal Beauty: what is new, and why it was made. Not often.',
  '/newsletter',
)

export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const typed = String((await request.formData()).get('email') ?? '')
  const email = Email.safeParse(typed)
  if (!email.success) return refuse(email.error.issues[0]?.message, typed, 400)
  try {
    await requestNewsletter(shopContext(context), email.data)
    return data<Asked>({ sent: true })
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message, typed, HTTP_STATUS[error.code])
    throw error
  }
}

function refuse(error: string | undefined, email: string, status: number) {
  return data<Asked>({ sent: false, error, email: email.slice(0, 254) }, status)
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <Paper
      title="Letters"
      lead="What is new, and why it was made. Not often, and every one of them ends with a way out."
    >
      <NewsletterForm asked={actionData} />
    </Paper>
  )
}
