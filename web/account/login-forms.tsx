import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/lengths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AccountForm, SendButton } from './form.tsx'
import type { Told } from './outcome.ts'

type Props = { told: Told }

export function SignInForm({ told, forgot }: Props & { forgot: string }) {
  return (
    <AccountForm notice={told.notice}>
      <EmailField told={told} autoComplete="username" />
      <div>
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={told.fields?.password}
        />
        <p className="mt-2 text-small">
          <Link to={forgot} className="link-line inline-flex min-h-9 items-center">
            Forgot your password?
          </Link>
        </p>
      </div>
      <SendButton>Sign In</SendButton>
    </AccountForm>
  )
}

export function SignUpForm({ told }: Props) {
  return (
    <AccountForm notice={told.notice}>
      <EmailField told={told} autoComplete="username" />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={told.fields?.password}
      />
      <SendButton>Sign Up</SendButton>
    </AccountForm>
  )
}

export function AddressOnly({ told, send }: Props & { send: string }) {
  return (
    <AccountForm notice={told.notice}>
      <EmailField told={told} autoComplete="username" />
      <SendButton>{send}</SendButton>
    </AccountForm>
  )
}

function EmailField({ told, autoComplete }: Props & { autoComplete: string }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete={autoComplete}
      defaultValue={told.values?.email}
      error={told.fields?.email}
    />
  )
}

/** The browser's own form: it leads to another site, and back. */
export function GoogleButton({ next }: { next: string | null }) {
  const [leaving, leave] = useState(false)
  useEffect(() => {
    // Who comes back by the back button finds the page as it was left.
    const stay = () => leave(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  return (
    <form action="/auth/google" className="contents" onSubmit={() => leave(true)}>
      {next && <input type="hidden" name="next" value={next} />}
      <Button type="submit" look="quiet" aria-busy={leaving} className="sm:min-w-72">
        {leaving ? 'Redirecting...' : 'Continue with Google'}
      </Button>
    </form>
  )
}
