import { href, redirect } from 'react-router'
import { type BrowserSession, SignIn, type SignInResult, SignUp } from '#core/accounts/account.ts'
import { requestPasswordReset } from '#core/accounts/passwords/password.server.ts'
import { signIn } from '#core/accounts/sign-in/sign-in.server.ts'
import { resendConfirmation, signUp } from '#core/accounts/sign-in/sign-up.server.ts'
import type { Context } from '#core/context.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldErrors, typedValues } from '#web/forms/form-result.ts'
import { type NoticeName, welcomeNotice } from '#web/forms/notices.ts'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { type RouterContext, requestCookies, shopContext } from '#web/request-context.ts'
import { loginPath } from '../login-path.ts'
import { homePath } from '../require-user.ts'

type SignInSubmission = { context: RouterContext; form: FormData; next: string | null }

const EMAIL_REQUIRED = 'Please enter your email address.'
const SIGN_UP_FAILED = 'Sign Up Failed'
const PASSWORD_REQUIRED = 'Please enter your password.'

export async function submitSignIn({ context, form, next }: SignInSubmission) {
  const credentials = SignIn.safeParse(Object.fromEntries(form))
  if (!credentials.success) return missingFieldsResult(credentials.error, form)
  return withFormErrors(context, 'Login Failed', form, async () => {
    const result = await signIn(shopContext(context), credentials.data)
    return completeSignIn(context, result, { next, flash: 'welcome' })
  })
}

export async function submitSignUp({ context, form, next }: SignInSubmission) {
  const registration = SignUp.safeParse(Object.fromEntries(form))
  if (!registration.success)
    return missingFields(form)
      ? missingFieldsResult(registration.error, form)
      : signUpFailure(registration.error, form)
  return withFormErrors(context, SIGN_UP_FAILED, form, async () => {
    const { browserKey } = await signUp(shopContext(context), registration.data)
    requestCookies(context).set('sign-up', browserKey)
    return redirectWithFlash(context, 'account-created', loginPath(next))
  })
}

export function submitPasswordResetRequest(submission: SignInSubmission) {
  return sendToEmail(submission, 'reset-sent', requestPasswordReset)
}

export function submitResendConfirmation(submission: SignInSubmission) {
  return sendToEmail(submission, 'confirmation-sent', resendConfirmation)
}

async function sendToEmail(
  { context, form, next }: SignInSubmission,
  flash: NoticeName,
  send: (ctx: Context, email: string) => Promise<void>,
) {
  const email = SignUp.shape.email.safeParse(form.get('email') ?? '')
  if (!email.success) {
    const message = form.get('email') ? (email.error.issues[0]?.message ?? EMAIL_REQUIRED) : EMAIL_REQUIRED
    return replyWith({ fields: { email: message }, values: typedValues(form), status: 400 })
  }
  return withFormErrors(context, 'Error', form, async () => {
    await send(shopContext(context), email.data)
    return redirectWithFlash(context, flash, loginPath(next))
  })
}

export function completeSignIn(
  context: RouterContext,
  result: SignInResult<BrowserSession>,
  { next, flash }: { next: string | null; flash: 'welcome' | 'welcome-admin' },
) {
  if (result.outcome === 'second-factor') {
    requestCookies(context).set('second-factor', result.challenge)
    return redirect(next ? `${href('/login/code')}?${new URLSearchParams({ next })}` : href('/login/code'))
  }
  requestCookies(context).setSession(result.session)
  return redirectWithFlash(context, welcomeNotice(result.user.role, flash), homePath(result.user, next))
}

/** A password that is too short fails like a common one, which only the service can refuse. */
function signUpFailure(error: Parameters<typeof fieldErrors>[0], form: FormData) {
  const description = error.issues[0]?.message
  return replyWith({
    notice: { title: SIGN_UP_FAILED, description, tone: 'destructive' },
    fields: fieldErrors(error),
    values: typedValues(form),
    status: 400,
  })
}

function missingFieldsResult(error: Parameters<typeof fieldErrors>[0], form: FormData) {
  return replyWith({
    fields: missingFields(form) ?? fieldErrors(error),
    values: typedValues(form),
    status: 400,
  })
}

function missingFields(form: FormData): Record<string, string> | undefined {
  const missing: Record<string, string> = {}
  if (!String(form.get('email') ?? '').trim()) missing.email = EMAIL_REQUIRED
  if (!form.get('password')) missing.password = PASSWORD_REQUIRED
  return Object.keys(missing).length ? missing : undefined
}
