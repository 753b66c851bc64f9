import { href, redirect } from 'react-router'
import { finishSignIn } from '#core/accounts/security/sign-in-code.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { homePath, nextPath, redirectIfSignedIn } from '../require-user.ts'
import type { Route } from './+types/second-factor'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Two-step sign-in')

export function loader({ context, request }: Route.LoaderArgs) {
  noStore(context)
  if (requestCookies(context).get('second-factor')) return null
  redirectIfSignedIn(context, request)
  throw redirect(href('/login'))
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const cookies = requestCookies(context)
  const challenge = cookies.get('second-factor')
  if (!challenge) return redirect(href('/login'))
  const code = String(form.get('code') ?? '').replaceAll(/\s/g, '')
  if (!code) return replyWith({ fields: { code: 'Please enter the code.' }, status: 400 })
  return withFormErrors(context, 'Login Failed', form, async () => {
    const { user, session } = await finishSignIn(shopContext(context), { challenge, code })
    cookies.delete('second-factor')
    cookies.setSession(session)
    return redirectWithFlash(
      context,
      user.role === 'admin' ? 'welcome-admin' : 'welcome',
      homePath(user, nextPath(request)),
    )
  })
}

export default function SecondFactor() {
  return (
    <AuthLayout title="One more step" lead="Enter the current code from your authenticator app.">
      <FormNotice className="mt-8" />
      <PageForm>
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint="Don’t have your phone? Enter one of your recovery codes instead. Each works once."
        />
        <SubmitButton>Verify</SubmitButton>
      </PageForm>
      <AuthLinks>
        <AuthLink to={href('/login')}>Back to login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
