import { type FormEvent, useEffect, useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { GOOGLE_PROBLEMS } from '#core/accounts/security/google.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { useToast } from '#web/ui/toast/toast.tsx'

export function SignInForm({ forgotPasswordPath }: { forgotPasswordPath: string }) {
  return (
    <PageForm>
      <EmailField />
      <div>
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        <p className="mt-2 text-small">
          <Link to={forgotPasswordPath} className="link-line inline-flex min-h-9 items-center">
            Forgot your password?
          </Link>
        </p>
      </div>
      <SubmitButton>Sign In</SubmitButton>
    </PageForm>
  )
}

export function SignUpForm() {
  return (
    <PageForm>
      <EmailField />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      />
      <SubmitButton>Sign Up</SubmitButton>
    </PageForm>
  )
}

export function EmailOnlyForm({ submitLabel }: { submitLabel: string }) {
  return (
    <PageForm>
      <EmailField />
      <SubmitButton>{submitLabel}</SubmitButton>
    </PageForm>
  )
}

function EmailField() {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="username"
    />
  )
}

/**
 * A plain form, because it leaves the site. It is sent once the store has answered, because a failed navigation would
 * end on the browser's own error page.
 */
export function GoogleButton({ next }: { next: string | null }) {
  const [isRedirecting, setRedirecting] = useState(false)
  const showToast = useToast()
  useEffect(() => {
    // The back button can restore this page with the button still in its redirecting state.
    const reset = () => setRedirecting(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  async function sendWhenOnline(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setRedirecting(true)
    try {
      await fetch('/health/live', { cache: 'no-store' })
      form.submit()
    } catch {
      setRedirecting(false)
      showToast({
        title: 'Google Login Failed',
        description: GOOGLE_PROBLEMS.unexpected,
        tone: 'destructive',
      })
    }
  }
  return (
    <form action="/auth/google" className="contents" onSubmit={sendWhenOnline}>
      {next && <input type="hidden" name="next" value={next} />}
      <Button type="submit" variant="secondary" aria-busy={isRedirecting} className="sm:min-w-72">
        {isRedirecting ? 'Redirecting...' : 'Continue with Google'}
      </Button>
    </form>
  )
}
