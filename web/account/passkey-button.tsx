import { useState } from 'react'
import { href, useFetcher } from 'react-router'
import { Button } from '../ui/button.tsx'
import type { Outcome } from './outcome.ts'
import { usePasskeys } from './use-passkeys.ts'

/** Only a script can ask a passkey; where none runs, nothing is offered. */
export function PasskeyButton({ next }: { next: string | null }) {
  const passkeys = usePasskeys()
  const fetcher = useFetcher<Outcome>()
  const [failure, fail] = useState<string>()
  if (!passkeys) return null

  async function signIn() {
    fail(undefined)
    try {
      const answer = await passkeys?.ask()
      await fetcher.submit(
        { answer: JSON.stringify(answer), next: next ?? '' },
        { method: 'post', action: href('/login/passkey') },
      )
    } catch (error) {
      fail(passkeys?.explain(error))
    }
  }

  const said = failure ?? fetcher.data?.notice?.description
  return (
    <>
      <Button look="quiet" onClick={signIn} className="sm:min-w-72">
        Use a passkey
      </Button>
      {said && (
        <p role="alert" className="text-rosewood text-small">
          {said}
        </p>
      )}
    </>
  )
}
