import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Passkey } from '#core/accounts/passkeys.server.ts'
import { Button } from '../ui/button.tsx'
import type { Outcome } from './outcome.ts'
import { OneAct, Section } from './section.tsx'
import { usePasskeys } from './use-passkeys.ts'

export function PasskeySection({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <Section
      id="passkeys"
      title="Passkeys"
      lead="Sign in with your fingerprint, face or device PIN. Nothing to remember, nothing to be stolen."
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
              <OneAct act="remove-passkey" id={id}>
                Remove<span className="sr-only"> {name}</span>
              </OneAct>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey />
    </Section>
  )
}

function AddPasskey() {
  const passkeys = usePasskeys()
  const fetcher = useFetcher<Outcome>()
  const [failure, fail] = useState<string>()
  if (!passkeys)
    return <p className="text-ink-soft text-small">Passkeys need scripts and a recent browser.</p>

  async function add() {
    fail(undefined)
    try {
      const answer = JSON.stringify(await passkeys?.make())
      await fetcher.submit({ act: 'add-passkey', answer }, { method: 'post' })
    } catch (error) {
      fail(passkeys?.explain(error))
    }
  }

  const said = failure ?? fetcher.data?.notice?.description
  return (
    <>
      <Button look="quiet" onClick={add}>
        Add a Passkey
      </Button>
      {said && (
        <p role="alert" className="mt-4 text-rosewood text-small">
          {said}
        </p>
      )}
    </>
  )
}
