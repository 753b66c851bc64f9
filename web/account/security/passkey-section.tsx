import { useState } from 'react'
import { href, useFetcher } from 'react-router'
import type { Passkey } from '#core/accounts/security/passkeys.server.ts'
import { ActionButton } from '#web/forms/action-button.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { usePasskeys } from '../use-passkeys.ts'
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
                <span className="block text-ink-soft text-small">
                  Added {createdAt.toISOString().slice(0, 10)}
                </span>
              </p>
              <ActionButton action={href('/profile/security/passkeys/:id/removal', { id })}>
                Remove<span className="sr-only"> {name}</span>
              </ActionButton>
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
  if (!passkeys)
    return (
      <p className="text-ink-soft text-small">
        To add a passkey, turn on JavaScript and use an up-to-date browser.
      </p>
    )

  async function add() {
    setFailure(undefined)
    try {
      const credential = JSON.stringify(await passkeys?.register())
      await fetcher.submit(
        { answer: credential },
        { method: 'post', action: href('/profile/security/passkeys') },
      )
    } catch (error) {
      setFailure(passkeys?.explain(error))
    }
  }

  const errorMessage = failure ?? fetcher.data?.notice?.description
  return (
    <>
      <Button variant="secondary" onClick={add}>
        Add a Passkey
      </Button>
      {errorMessage && (
        <p role="alert" className="mt-4 text-rosewood text-small">
          {errorMessage}
        </p>
      )}
    </>
  )
}
