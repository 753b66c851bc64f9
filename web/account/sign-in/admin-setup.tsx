import { useEffect } from 'react'
import { data, href, redirect, useNavigate } from 'react-router'
import { adminSetupProblem } from '#core/accounts/account.ts'
import { type AdminSetupResult, readSetupBrowserKey, setUpAdmin } from '#core/accounts/admin-setup.server.ts'
import { MIN_ADMIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Notice } from '#web/ui/toast/toast.tsx'
import type { Route } from './+types/admin-setup'
import { ADMIN_SETUP_RESULTS, isSetupDone, setupNotice } from './admin-setup-result.ts'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Admin Setup')

export function loader({ context }: Route.LoaderArgs) {
  const { actor, settings } = shopContext(context)
  noStore(context)
  if (actor.kind === 'user' && actor.role === 'admin') throw redirect('/admin')
  return { email: settings.adminEmail }
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  // Browsers don't send disabled fields.
  const email = String(form.get('email') ?? ctx.settings.adminEmail)
  const password = String(form.get('password') ?? '')
  const problem = adminSetupProblem({ email, password }, ctx.settings.adminEmail)
  if (problem) {
    const notice: Notice = { title: problem.title, description: problem.text, tone: 'destructive' }
    return replyWith({ notice, status: 400 })
  }
  return withFormErrors(context, 'Signup Error', form, async () => {
    const link = requestCookies(context).get('set-up')
    const result = await setUpAdmin(ctx, { email, password, link })
    if (result === 'created') requestCookies(context).set('sign-up', await readSetupBrowserKey(ctx))
    const status = isSetupDone(result) ? 200 : 409
    return data({ result, notice: setupNotice(result) as Notice, fields: undefined, status }, { status })
  })
}

export default function AdminSetup({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData && 'result' in actionData ? (actionData.result as AdminSetupResult) : undefined
  return (
    <AuthLayout title="Admin Setup" lead="Create your first admin user to manage the store" mood="tools">
      <h2 className="mt-12 font-display text-name">Create Admin User</h2>
      <FormNotice className="mt-8" />
      <PageForm className="mt-6!">
        <Field
          label="Email"
          name="email"
          type="email"
          disabled
          defaultValue={loaderData.email}
          hint="Email is fixed for security"
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_ADMIN_PASSWORD_LENGTH} characters.`}
        />
        <SubmitButton>Create Admin User</SubmitButton>
      </PageForm>
      {result && <RedirectToLogin result={result} />}
      <AuthLinks>
        <AuthLink before="Already have an account?" to={href('/login')}>
          Sign in here
        </AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}

function RedirectToLogin({ result }: { result: AdminSetupResult }) {
  const navigate = useNavigate()
  const { redirectAfterMs } = ADMIN_SETUP_RESULTS[result]
  useEffect(() => {
    const timer = setTimeout(() => navigate(href('/login')), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [redirectAfterMs, navigate])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${redirectAfterMs / 1000}; url=${href('/login')}`} />
    </noscript>
  )
}
