import { createContext, type MouseEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { href } from 'react-router'
import type { OwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { useOwnResult } from '#web/forms/action-form.tsx'
import { PageForm } from '#web/forms/page-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { usePasskeys } from '../use-passkeys.ts'

export const OwnerProofsContext = createContext<OwnerProofs>({
  hasPassword: true,
  hasPasskey: false,
  hasSecondFactor: false,
  hasJustSignedIn: false,
})

type FieldsProps = {
  submitLabel: string
  /** On pages about someone else’s account. */
  passwordLabel?: string
  /** Also asks for a code if the account uses them. A passkey counts as both. */
  allFactors?: boolean
  submitClassName?: string
  cancel?: ReactNode
  errors?: Record<string, string> | undefined
}
type FormProps = FieldsProps & { action: string; className?: string; children?: ReactNode }

/** A form that asks who is there before it changes how the account signs in. */
export function OwnerForm({ action, className = '', children, ...fields }: FormProps) {
  return (
    <PageForm action={action} className={className} preventScrollReset key={action}>
      {children}
      <OwnerFields {...fields} />
    </PageForm>
  )
}

export function OwnerFields({
  submitLabel,
  passwordLabel = 'Password',
  allFactors = false,
  submitClassName,
  cancel,
  errors = {},
}: FieldsProps) {
  const { hasPassword, hasPasskey, hasSecondFactor, hasJustSignedIn } = useContext(OwnerProofsContext)
  const hasToSignInAgain = !hasPassword && !hasJustSignedIn
  return (
    <>
      {hasPassword && (
        <Field
          label={passwordLabel}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
        />
      )}
      {hasToSignInAgain && <SignInAgain />}
      {allFactors && hasSecondFactor && !hasToSignInAgain && (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint="From your authenticator app, or one of your recovery codes. Each works once."
          error={errors.code}
        />
      )}
      <p className="flex flex-wrap gap-4">
        {!hasToSignInAgain && <SubmitButton className={submitClassName}>{submitLabel}</SubmitButton>}
        {hasPasskey && (
          <UsePasskey label={hasToSignInAgain ? `${submitLabel} with a Passkey` : 'Use a passkey'} />
        )}
        {cancel}
      </p>
    </>
  )
}

const SIGN_IN_AGAIN_PATH = `/auth/google?${new URLSearchParams({ next: href('/profile/security') })}`

function SignInAgain() {
  return (
    <p className="text-ink-soft text-small">
      Your account has no password. To confirm that it’s you,{' '}
      <a href={SIGN_IN_AGAIN_PATH} className="link-line text-ink">
        sign in with Google again
      </a>
      .
    </p>
  )
}

/** Submits the form with a passkey instead of the password. */
function UsePasskey({ label }: { label: string }) {
  const passkeys = usePasskeys()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  if (!passkeys) return null

  async function submit({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    setFailure(undefined)
    try {
      const credential = await passkeys?.authenticate()
      if (!input.current) return
      input.current.value = JSON.stringify(credential)
      form?.requestSubmit()
      // The next submission may be by password.
      input.current.value = ''
    } catch (error) {
      setFailure(passkeys?.explain(error))
    }
  }

  return (
    <>
      <input type="hidden" name="credential" ref={input} />
      <Button variant="secondary" className="w-full sm:w-auto" onClick={submit}>
        {label}
      </Button>
      {failure && (
        <span role="alert" className="basis-full text-rosewood text-small">
          {failure}
        </span>
      )}
    </>
  )
}

type DetailsProps = FieldsProps & { action: string; label: string; name?: string }

/** A link that opens the form. */
export function OwnerDetails({ action, label, name, ...fieldsProps }: DetailsProps) {
  const { fields } = useOwnResult(action)
  return (
    <details className="max-sm:w-full" open={fields !== undefined}>
      <summary className="link-line inline-flex min-h-11 cursor-pointer items-center text-small">
        {label}
        {name && <span className="sr-only"> {name}</span>}
      </summary>
      <OwnerForm action={action} {...fieldsProps} />
    </details>
  )
}
