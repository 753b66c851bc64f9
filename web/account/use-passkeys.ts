import { useEffect, useState } from 'react'
import { href } from 'react-router'

type Passkeys = {
  ask(): Promise<object>
  make(): Promise<object>
  explain(error: unknown): string
}

/** What the browser can do with passkeys, once a script runs in one that knows them. */
export function usePasskeys(): Passkeys | undefined {
  const [able, setAble] = useState(false)
  useEffect(() => {
    setAble(
      typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential,
    )
  }, [])
  return able ? PASSKEYS : undefined
}

const PASSKEYS: Passkeys = {
  async ask() {
    const options = await questionAt(href('/login/passkey'))
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    )
    return asJson(await navigator.credentials.get({ publicKey }))
  },
  async make() {
    const options = await questionAt(href('/profile/passkeys'))
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    return asJson(await navigator.credentials.create({ publicKey }))
  },
  explain(error) {
    const away = error instanceof DOMException && error.name === 'NotAllowedError'
    if (away) return 'No passkey was given. Try again, or use your password.'
    const known = error instanceof DOMException && error.name === 'InvalidStateError'
    return known ? 'This device has a passkey for you already.' : 'The passkey could not be read. Try again.'
  },
}

/** A question is put by a read, and its challenge kept in a cookie. */
async function questionAt(address: string): Promise<object> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The store answered ${answer.status}`)
  return answer.json()
}

function asJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey')
  return credential.toJSON()
}
