import type { ReactNode } from 'react'
import { href } from 'react-router'
import { GOOGLE_PROBLEMS, isGoogleProblem } from '#core/accounts/google.ts'
import type { Notice } from '../ui/toast.tsx'
import { showsOnly } from '../visit.ts'
import type { Route } from './+types/login.ts'
import { Door, WayOn, WaysOn } from './door.tsx'
import { AddressOnly, GoogleButton, SignInForm, SignUpForm } from './login-forms.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { askForReset, resendLetter, signInHere, signUpHere } from './sign-in-acts.ts'
import { useOutcome } from './use-outcome.ts'
import { nextOf, onlyForGuests } from './who.ts'

const MODES = ['sign-in', 'sign-up', 'forgot', 'resend'] as const
type Mode = (typeof MODES)[number]

const TITLES: Record<Mode, string> = {
  'sign-in': 'Customer Login',
  'sign-up': 'Create an account',
  forgot: 'Reset your password',
  resend: 'Confirm your address',
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${TITLES[loaderData?.mode ?? 'sign-in']} · Eternal Beauty` },
    { name: 'robots', content: 'noindex' },
  ]
}

export function loader({ context, request }: Route.LoaderArgs) {
  onlyForGuests(context, request)
  showsOnly(context, [])
  const asked = new URL(request.url).searchParams
  return { mode: modeOf(request), next: nextOf(request), came: whatBrought(asked) }
}

const ACTS = { 'sign-in': signInHere, 'sign-up': signUpHere, forgot: askForReset, resend: resendLetter }

export async function action({ context, request }: Route.ActionArgs) {
  onlyForGuests(context, request)
  const act = ACTS[modeOf(request)]
  return act({ context, form: await request.formData(), next: nextOf(request) })
}

const LEADS: Partial<Record<Mode, string>> = {
  'sign-up': 'Your cart, orders and addresses, kept in one place.',
  forgot: 'Tell us your e-mail address. We send a link that is good for an hour.',
  resend: 'Tell us your e-mail address. We send its letter of confirmation once more.',
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, next, came } = loaderData
  const notice = useOutcome(actionData)
  const told = {
    notice: notice ?? (actionData ? undefined : came),
    fields: actionData?.fields,
    values: actionData?.values,
  }
  return (
    <Door title={TITLES[mode]} lead={LEADS[mode]} mood={mode === 'sign-up' ? 'skincare' : 'fragrance'}>
      {mode === 'sign-in' && <SignInForm key={mode} told={told} forgot={to('forgot', next)} />}
      {mode === 'sign-up' && <SignUpForm key={mode} told={told} />}
      {mode === 'forgot' && <AddressOnly key={mode} told={told} send="Send Reset Email" />}
      {mode === 'resend' && <AddressOnly key={mode} told={told} send="Send Again" />}
      {(mode === 'sign-in' || mode === 'sign-up') && (
        <OtherWays>
          <GoogleButton next={next} />
          {mode === 'sign-in' && <PasskeyButton next={next} />}
        </OtherWays>
      )}
      <WaysOn>
        {mode === 'sign-in' && (
          <WayOn before="New here?" to={to('sign-up', next)}>
            Create an account
          </WayOn>
        )}
        {mode !== 'sign-in' && (
          <WayOn
            before={mode === 'sign-up' ? 'Already have an account?' : undefined}
            to={to('sign-in', next)}
          >
            Back to login
          </WayOn>
        )}
        {mode === 'sign-in' && (
          <WayOn before="No letter of confirmation?" to={to('resend', next)}>
            Send it again
          </WayOn>
        )}
        <WayOn to={href('/admin/login')}>Admin Login</WayOn>
      </WaysOn>
    </Door>
  )
}

function OtherWays({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8">
      <p className="label text-ink-soft">Or</p>
      <div className="mt-4 flex flex-col items-stretch gap-3 sm:items-start">{children}</div>
    </div>
  )
}

/** From a letter's link that is used up, or from Google with empty hands: named in the address, never worded there. */
function whatBrought(asked: URLSearchParams): Notice | undefined {
  const google = asked.get('google')
  if (isGoogleProblem(google))
    return { title: 'Google Login Failed', description: GOOGLE_PROBLEMS[google], tone: 'destructive' }
  if (asked.get('link') !== 'used') return undefined
  return {
    title: 'This link has been used already, or is too old.',
    description: 'If it confirmed your address, you can sign in. Otherwise ask for a new one.',
    tone: 'destructive',
  }
}

function modeOf(request: Request): Mode {
  const asked = new URL(request.url).searchParams.get('mode')
  return MODES.find((mode) => mode === asked) ?? 'sign-in'
}

function to(mode: Mode, next: string | null): string {
  const asked = new URLSearchParams()
  if (mode !== 'sign-in') asked.set('mode', mode)
  if (next) asked.set('next', next)
  return asked.size ? `?${asked}` : '?'
}
