import { href, redirect } from 'react-router'
import { Password } from '#core/accounts/account.ts'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/lengths.ts'
import { resetPassword } from '#core/accounts/password.server.ts'
import { Field } from '../ui/field.tsx'
import { keepNot, requestCookies, shopOf } from '../visit.ts'
import type { Route } from './+types/reset-password.ts'
import { useRecoveryEvent } from './auth-provider.tsx'
import { Door, WayOn, WaysOn } from './door.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { notice } from './kept.ts'
import { orSaid, refuse } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'

export const meta = () => [
  { title: 'Reset your password · Eternal Beauty' },
  { name: 'robots', content: 'noindex' },
]

/** The letter's link was exchanged for a cookie on the way here. */
export function loader({ context }: Route.LoaderArgs) {
  keepNot(context)
  return { hasLink: requestCookies(context).get('reset') !== null }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const password = Password.safeParse(form.get('password'))
  const repeated = form.get('password') === form.get('password_again')
  if (!password.success)
    return refuse({ fields: { password: password.error.issues[0]?.message ?? '' }, status: 400 })
  if (!repeated)
    return refuse({ fields: { password_again: 'The two passwords are not the same.' }, status: 400 })
  return orSaid(context, 'Error', form, async () => {
    const cookies = requestCookies(context)
    const token = cookies.get('reset') ?? ''
    await resetPassword(shopOf(context), { token, password: password.data })
    cookies.delete('reset')
    cookies.clearSession()
    notice(context, 'password-reset')
    return redirect(href('/login'))
  })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const said = useOutcome(actionData)
  useRecoveryEvent(loaderData.hasLink)
  if (!loaderData.hasLink) return <NoLink />
  return (
    <Door title="A new password" lead="Every device that is signed in will be signed out.">
      <AccountForm notice={said}>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={actionData?.fields?.password}
        />
        <Field
          label="New password, again"
          name="password_again"
          type="password"
          autoComplete="new-password"
          error={actionData?.fields?.password_again}
        />
        <SendButton>Save new password</SendButton>
      </AccountForm>
      <OtherLink />
    </Door>
  )
}

function NoLink() {
  return (
    <Door
      title="This link is no longer good"
      lead="It has been used, or is more than an hour old. A new one is sent in a moment."
    >
      <OtherLink />
    </Door>
  )
}

function OtherLink() {
  return (
    <WaysOn>
      <WayOn to={`${href('/login')}?mode=forgot`}>Send another link</WayOn>
      <WayOn to={href('/login')}>Back to login</WayOn>
    </WaysOn>
  )
}
