import { href, redirect } from 'react-router'
import { finishSignIn } from '#core/accounts/second-factor.server.ts'
import { Field } from '../ui/field.tsx'
import { keepNot, requestCookies, shopOf } from '../visit.ts'
import type { Route } from './+types/second-step.ts'
import { Door, WayOn, WaysOn } from './door.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { notice } from './kept.ts'
import { orSaid, refuse } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'
import { homeOf, nextOf, onlyForGuests } from './who.ts'

export const meta = () => [
  { title: 'Two-step sign-in · Eternal Beauty' },
  { name: 'robots', content: 'noindex' },
]

export function loader({ context, request }: Route.LoaderArgs) {
  onlyForGuests(context, request)
  keepNot(context)
  if (!requestCookies(context).get('second-factor')) throw redirect(href('/login'))
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const cookies = requestCookies(context)
  const challenge = cookies.get('second-factor')
  if (!challenge) return redirect(href('/login'))
  const code = String(form.get('code') ?? '').replaceAll(/\s/g, '')
  if (!code) return refuse({ fields: { code: 'Please enter the code.' }, status: 400 })
  return orSaid(context, 'Login Failed', form, async () => {
    const { user, session } = await finishSignIn(shopOf(context), { challenge, code })
    cookies.delete('second-factor')
    cookies.setSession(session)
    notice(context, user.role === 'admin' ? 'welcome-admin' : 'welcome')
    return redirect(homeOf(user.role, nextOf(request)))
  })
}

export default function SecondStep({ actionData }: Route.ComponentProps) {
  const notice = useOutcome(actionData)
  return (
    <Door title="One more step" lead="Enter the code that your authenticator app shows now.">
      <AccountForm notice={notice}>
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint="No phone at hand? One of your recovery codes works too, once."
          error={actionData?.fields?.code}
        />
        <SendButton>Verify</SendButton>
      </AccountForm>
      <WaysOn>
        <WayOn to={href('/login')}>Back to login</WayOn>
      </WaysOn>
    </Door>
  )
}
