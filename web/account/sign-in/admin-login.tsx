import { href } from 'react-router'
import { SignIn } from '#core/accounts/account.ts'
import { readSetupBrowserKey, setUpAdmin } from '#core/accounts/admin-setup.server.ts'
import { MIN_ADMIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { ADMIN_LOGIN_REFUSED } from '#core/accounts/security/passkey-sign-in.server.ts'
import { signIn } from '#core/accounts/sign-in/sign-in.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { typedValues } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Notice } from '#web/ui/toast/toast.tsx'
import { loginPath } from '../login-path.ts'
import { nextPath, redirectIfSignedIn } from '../require-user.ts'
import type { Route } from './+types/admin-login'
import { ADMIN_SETUP_RESULTS, isSetupDone, setupNotice } from './admin-setup-result.ts'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { completeSignIn } from './sign-in-actions.ts'

export const meta = () => privateMeta('Admin Login')

export function loader({ context, request }: Route.LoaderArgs) {
  redirectIfSignedIn(context, request)
  noStore(context)
  return { creating: isCreating(request), next: nextPath(request) }
}

const ACCESS_DENIED_NOTICE: Notice = {
  title: 'Access Denied',
  description: 'This admin portal is restricted to authorized users only.',
  tone: 'destructive',
}
const ACCESS_DENIED_MESSAGES = {
  login: ADMIN_LOGIN_REFUSED,
  create: 'Sign up is restricted to authorized admin users only.',
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const form = await request.formData()
  const creating = isCreating(request)
  const values = typedValues(form)
  const credentials = SignIn.safeParse(Object.fromEntries(form))
  if (!credentials.success)
    return replyWith({ notice: { title: BOTH_REQUIRED, tone: 'destructive' }, values, status: 400 })
  if (credentials.data.email !== ctx.settings.adminEmail) {
    const message = ACCESS_DENIED_MESSAGES[creating ? 'create' : 'login']
    return replyWith({ notice: ACCESS_DENIED_NOTICE, fields: { form: message }, values, status: 403 })
  }
  if (creating) {
    return withFormErrors(context, 'Sign Up Failed', form, async () => {
      const link = requestCookies(context).get('set-up')
      const result = await setUpAdmin(ctx, { ...credentials.data, link })
      if (result === 'created') requestCookies(context).set('sign-up', await readSetupBrowserKey(ctx))
      if (!isSetupDone(result)) return replyWith({ notice: setupNotice(result), values, status: 409 })
      return redirectWithFlash(context, ADMIN_SETUP_RESULTS[result].flash, href('/admin/login'))
    })
  }
  return withFormErrors(context, 'Login Failed', form, async () => {
    const result = await signIn(ctx, credentials.data)
    return completeSignIn(context, result, { next: nextPath(request), flash: 'welcome-admin' })
  })
}

const BOTH_REQUIRED = 'Please enter both email and password.'

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { creating, next } = loaderData
  return (
    <AuthLayout
      title={creating ? 'Create admin account' : 'Admin Login'}
      lead="For the store’s administrator. Staff and customers sign in at Customer Login."
      mood="tools"
    >
      <FormNotice className="mt-8" />
      <PageForm key={String(creating)}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete={creating ? 'new-password' : 'current-password'}
          hint={creating ? `At least ${MIN_ADMIN_PASSWORD_LENGTH} characters.` : undefined}
        />
        {actionData?.fields?.form && <p className="text-rosewood text-small">{actionData.fields.form}</p>}
        <SubmitButton>{creating ? 'Create admin account' : 'Sign In'}</SubmitButton>
      </PageForm>
      {!creating && (
        <div className="mt-4 flex flex-col items-stretch sm:items-start">
          <PasskeyButton next={next ?? '/admin'} atAdminLogin />
        </div>
      )}
      <AuthLinks>
        {creating ? (
          <AuthLink to="?">Back to login</AuthLink>
        ) : (
          <AuthLink before="No admin yet?" to="?mode=create">
            Create admin account
          </AuthLink>
        )}
        <AuthLink to={href('/setup')}>Setup Guide</AuthLink>
        <AuthLink to={loginPath(next)}>Customer Login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}

function isCreating(request: Request): boolean {
  return new URL(request.url).searchParams.get('mode') === 'create'
}
