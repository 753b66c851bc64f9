import { useState } from 'react'
import { href, useFetcher } from 'react-router'
import type { FormResult } from '#web/forms/form-result.ts'
import { Button } from '#web/ui/button.tsx'
import { usePasskeys } from '../use-passkeys.ts'

export function PasskeyButton({ next, atAdminLogin }: { next: string | null; atAdminLogin?: boolean }) {
  const passkeys = usePasskeys()
  const fetcher = useFetcher<FormResult>()
  const [failure, setFailure] = useState<string>()
  if (!passkeys) return null

  async function signIn() {
    setFailure(undefined)
    try {
      const credential = await passkeys?.authenticate()
      await fetcher.submit(
        {
          credential: JSON.stringify(credential),
          next: next ?? '',
          at: atAdminLogin ? 'admin-login' : '',
        },
        { method: 'post', action: href('/login/passkey') },
      )
    } catch (error) {
      setFailure(passkeys?.explain(error))
    }
  }

  const errorMessage = failure ?? fetcher.data?.notice?.description
  return (
    <>
      <Button variant="secondary" onClick={signIn} className="sm:min-w-72">
        Use a passkey
      </Button>
      {errorMessage && (
        <p role="alert" className="text-rosewood text-small">
          {errorMessage}
        </p>
      )}
    </>
  )
}
