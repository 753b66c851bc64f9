import { type FormEvent, useState } from 'react'
import { href, useFetcher } from 'react-router'
import type { Passkey } from '#core/accounts/security/stored-passkeys.server.ts'
import { formatDate } from '#core/dates.ts'
import type { FormResult } from '#web/forms/form-result.ts'
import { usePasskeys } from '../use-passkeys.ts'
import { OwnerDetails, OwnerFields } from './owner-form.tsx'
import { SecuritySection } from './security-section.tsx'

export function PasskeySection({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <SecuritySection
      id="passkeys"
      title="Passkeys"
      lead="Sign in with your fingerprint, face, or device PIN. There’s no password to remember or steal."
    >
      {passkeys.length > 0 && (
        <ul className="mb-8">
          {passkeys.map(({ id, name, createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-8 border-hairline py-4 first:pt-0 last:pb-0 not-last:border-b"
            >
              <p>
                {name}
                <span className="block text-ink-soft text-small">Added {formatDate(createdAt, 'UTC')}</span>
              </p>
              <OwnerDetails
                action={href('/profile/security/passkeys/:id/removal', { id })}
                label="Remove"
                name={name}
                submitLabel="Remove passkey"
                allFactors
              />
            </li>
          ))}
        </ul>
      )}
      <AddPasskey />
    </SecuritySection>
  )
}

function AddPasskey() {
  const passkeys = usePasskeys()
  const fetcher = useFetcher<FormResult>()
  const [failure, setFailure] = useState<string>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  if (!passkeys)
    return (
      <p className="text-ink-soft text-small">
        To add a passkey, turn on JavaScript and use an up-to-date browser.
      </p>
    )

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const proof = new FormData(event.currentTarget)
    setFailure(undefined)
    setErrors({})
    try {
      const registration = await passkeys?.register(proof)
      if (!registration) return
      if ('problem' in registration)
        return registration.fields ? setErrors(registration.fields) : setFailure(registration.problem)
      await fetcher.submit(
        { credential: JSON.stringify(registration.credential) },
        { method: 'post', action: href('/profile/security/passkeys') },
      )
    } catch (error) {
      setFailure(passkeys?.explain(error))
    }
  }

  const errorMessage = failure ?? fetcher.data?.notice?.description
  return (
    <form onSubmit={add} noValidate className="space-y-7">
      <OwnerFields submitLabel="Add a passkey" allFactors errors={errors} />
      {errorMessage && (
        <p role="alert" className="text-rosewood text-small">
          {errorMessage}
        </p>
      )}
    </form>
  )
}
