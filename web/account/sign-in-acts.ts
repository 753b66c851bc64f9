import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { type BrowserSession, SignIn, type SignInResult, SignUp } from '#core/accounts/account.ts'
import { requestPasswordReset } from '#core/accounts/password.server.ts'
import { signIn } from '#core/accounts/sign-in.server.ts'
import { resendConfirmation, signUp } from '#core/accounts/sign-up.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { noteTrouble, requestCookies, shopOf } from '../visit.ts'
import { notice } from './kept.ts'
import { type NoticeName, welcomeOf } from './notices.ts'
import { fieldErrors, type Outcome, refusedAs, typedIn } from './outcome.ts'
import { homeOf } from './who.ts'

export type Visiting = Readonly<RouterContextProvider>
type Act = { context: Visiting; form: FormData; next: string | null }

const NEEDED_EMAIL = 'Please enter your email address.'
const NEEDED_PASSWORD = 'Please enter your password.'

export async function signInHere({ context, form, next }: Act) {
  const known = SignIn.safeParse(Object.fromEntries(form))
  if (!known.success) return unfilled(known.error, form)
  return orSaid(context, 'Login Failed', form, async () => {
    const signedIn = await signIn(shopOf(context), known.data)
    return goIn(context, signedIn, { next, say: 'welcome' })
  })
}

export async function signUpHere({ context, form, next }: Act) {
  const wanted = SignUp.safeParse(Object.fromEntries(form))
  if (!wanted.success) return unfilled(wanted.error, form)
  return orSaid(context, 'Sign Up Failed', form, async () => {
    await signUp(shopOf(context), wanted.data)
    notice(context, 'account-created')
    return redirect(withNext(next))
  })
}

export function askForReset(act: Act) {
  return byAddress(act, 'reset-sent', requestPasswordReset)
}

export function resendLetter(act: Act) {
  return byAddress(act, 'confirmation-sent', resendConfirmation)
}

async function byAddress(
  { context, form, next }: Act,
  say: NoticeName,
  send: (ctx: Context, email: string) => Promise<void>,
) {
  const email = SignUp.shape.email.safeParse(form.get('email') ?? '')
  if (!email.success) {
    const message = form.get('email') ? (email.error.issues[0]?.message ?? NEEDED_EMAIL) : NEEDED_EMAIL
    return refuse({ fields: { email: message }, values: typedIn(form), status: 400 })
  }
  return orSaid(context, 'Error', form, async () => {
    await send(shopOf(context), email.data)
    notice(context, say)
    return redirect(withNext(next))
  })
}

/** In, or to the step that is left. */
export function goIn(
  context: Visiting,
  signedIn: SignInResult<BrowserSession>,
  { next, say }: { next: string | null; say: 'welcome' | 'welcome-admin' },
) {
  if (signedIn.outcome === 'second-factor') {
    requestCookies(context).set('second-factor', signedIn.challenge)
    return redirect(next ? `${href('/login/code')}?${new URLSearchParams({ next })}` : href('/login/code'))
  }
  requestCookies(context).setSession(signedIn.session)
  notice(context, welcomeOf(signedIn.user.role, say))
  return redirect(homeOf(signedIn.user.role, next))
}

/** The service's own words for a refusal; for anything that broke, the house's. */
export async function orSaid<Done>(
  context: Visiting,
  title: string,
  form: FormData,
  act: () => Promise<Done>,
) {
  try {
    return await act()
  } catch (error) {
    noteTrouble(context, error)
    if (error instanceof Refusal) return refuse(refusedAs(title, error, form))
    if (error instanceof Response) throw error
    const { log, requestId } = shopOf(context)
    log.error('form failed', { requestId, error })
    return refuse({ notice: SOMETHING_WRONG, values: typedIn(form), status: 500 })
  }
}

const SOMETHING_WRONG = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  tone: 'destructive',
} as const

export function refuse(outcome: Outcome) {
  return data(outcome, { status: outcome.status })
}

function unfilled(error: Parameters<typeof fieldErrors>[0], form: FormData) {
  return refuse({ fields: lacking(form) ?? fieldErrors(error), values: typedIn(form), status: 400 })
}

function lacking(form: FormData): Record<string, string> | undefined {
  const missing: Record<string, string> = {}
  if (!String(form.get('email') ?? '').trim()) missing.email = NEEDED_EMAIL
  if (!form.get('password')) missing.password = NEEDED_PASSWORD
  return Object.keys(missing).length ? missing : undefined
}

function withNext(next: string | null): string {
  return next ? `${href('/login')}?${new URLSearchParams({ next })}` : href('/login')
}
