import type { ReactNode } from 'react'
import { href } from 'react-router'
import { GOOGLE_PROBLEMS, isGoogleProblem } from '#core/accounts/security/google.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { privateMeta } from '#web/page-title.ts'
import { setProductTags } from '#web/request-context.ts'
import type { Notice } from '#web/ui/toast/toast.tsx'
import { nextPath, redirectIfSignedIn } from '../require-user.ts'
import type { Route } from './+types/login'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'
import { EmailOnlyForm, GoogleButton, SignInForm, SignUpForm } from './login-forms.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import {
  submitPasswordResetRequest,
  submitResendConfirmation,
  submitSignIn,
  submitSignUp,
} from './sign-in-actions.ts'

const MODES = ['sign-in', 'sign-up', 'forgot', 'resend'] as const
type Mode = (typeof MODES)[number]

const TITLES: Record<Mode, string> = {
  'sign-in': 'Customer Login',
  'sign-up': 'Create an account',
  forgot: 'Reset your password',
  resend: 'Confirm your email address',
}

export function meta({ loaderData }: Route.MetaArgs) {
  return privateMeta(TITLES[loaderData?.mode ?? 'sign-in'])
}

export function loader({ context, request }: Route.LoaderArgs) {
  redirectIfSignedIn(context, request)
  setProductTags(context, [])
  const searchParams = new URL(request.url).searchParams
  return { mode: loginMode(request), next: nextPath(request), linkNotice: noticeFromUrl(searchParams) }
}

const ACTIONS = {
  'sign-in': submitSignIn,
  'sign-up': submitSignUp,
  forgot: submitPasswordResetRequest,
  resend: submitResendConfirmation,
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const submit = ACTIONS[loginMode(request)]
  return submit({ context, form: await request.formData(), next: nextPath(request) })
}

const LEADS: Partial<Record<Mode, string>> = {
  'sign-up': 'Your cart, orders, and addresses, all in one place.',
  forgot:
    'Enter your email address and we’ll send you a link to reset your password. The link expires in one hour.',
  resend: 'Enter your email address and we’ll send your confirmation email again.',
}

export default function Login({ loaderData }: Route.ComponentProps) {
  const { mode, next, linkNotice } = loaderData
  return (
    <AuthLayout title={TITLES[mode]} lead={LEADS[mode]} mood={mode === 'sign-up' ? 'skincare' : 'fragrance'}>
      <FormNotice key={mode} className="mt-8" fallback={linkNotice} />
      {mode === 'sign-in' && <SignInForm key={mode} forgotPasswordPath={loginPath('forgot', next)} />}
      {mode === 'sign-up' && <SignUpForm key={mode} />}
      {mode === 'forgot' && <EmailOnlyForm key={mode} submitLabel="Send reset email" />}
      {mode === 'resend' && <EmailOnlyForm key={mode} submitLabel="Send again" />}
      {(mode === 'sign-in' || mode === 'sign-up') && (
        <OtherSignInMethods>
          <GoogleButton next={next} />
          {mode === 'sign-in' && <PasskeyButton next={next} />}
        </OtherSignInMethods>
      )}
      <AuthLinks>
        {mode === 'sign-in' && (
          <AuthLink before="New here?" to={loginPath('sign-up', next)}>
            Create an account
          </AuthLink>
        )}
        {mode !== 'sign-in' && (
          <AuthLink
            before={mode === 'sign-up' ? 'Already have an account?' : undefined}
            to={loginPath('sign-in', next)}
          >
            Back to login
          </AuthLink>
        )}
        {mode === 'sign-in' && (
          <AuthLink before="Didn’t get a confirmation email?" to={loginPath('resend', next)}>
            Resend it
          </AuthLink>
        )}
        <AuthLink to={href('/admin/login')}>Admin Login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}

function OtherSignInMethods({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8">
      <p className="label text-ink-soft">Or</p>
      <div className="mt-4 flex flex-col items-stretch gap-3 sm:items-start">{children}</div>
    </div>
  )
}

/** After an expired email link or a failed Google login. The URL names the problem and never carries its text. */
function noticeFromUrl(searchParams: URLSearchParams): Notice | undefined {
  const googleProblem = searchParams.get('google')
  if (isGoogleProblem(googleProblem))
    return { title: 'Google Login Failed', description: GOOGLE_PROBLEMS[googleProblem], tone: 'destructive' }
  if (searchParams.get('link') !== 'used') return undefined
  return {
    title: 'This link has expired or was already used.',
    description:
      searchParams.get('mode') === 'forgot'
        ? 'Only the link in our newest email works. If you can’t find it, request a new one.'
        : 'If you’ve already confirmed your email address, you can sign in. Otherwise, request a new link.',
    tone: 'destructive',
  }
}

function loginMode(request: Request): Mode {
  const requested = new URL(request.url).searchParams.get('mode')
  return MODES.find((mode) => mode === requested) ?? 'sign-in'
}

function loginPath(mode: Mode, next: string | null): string {
  const searchParams = new URLSearchParams()
  if (mode !== 'sign-in') searchParams.set('mode', mode)
  if (next) searchParams.set('next', next)
  return searchParams.size ? `?${searchParams}` : '?'
}
