import { useEffect, useState } from 'react'
import { href } from 'react-router'

type Passkeys = {
  authenticate(): Promise<object>
  register(proof: FormData): Promise<{ credential: object } | RegistrationProblem>
  explain(error: unknown): string
}

/** Undefined if the browser doesn't support passkeys, and during server rendering. */
export function usePasskeys(): Passkeys | undefined {
  const [isSupported, setSupported] = useState(false)
  useEffect(() => {
    setSupported(
      typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential,
    )
  }, [])
  return isSupported ? PASSKEYS : undefined
}

const PASSKEYS: Passkeys = {
  async authenticate() {
    const options = await fetchOptions(href('/login/passkey'))
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as PublicKeyCredentialRequestOptionsJSON,
    )
    return toJson(await navigator.credentials.get({ publicKey }))
  },
  async register(proof) {
    const reply = await requestRegistration(proof)
    if ('problem' in reply) return reply
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(reply.options)
    return { credential: toJson(await navigator.credentials.create({ publicKey })) }
  },
  explain(error) {
    const isCancelled = error instanceof DOMException && error.name === 'NotAllowedError'
    if (isCancelled) return 'We didn’t receive a passkey. Try again, or use your password.'
    const isRegistered = error instanceof DOMException && error.name === 'InvalidStateError'
    return isRegistered
      ? 'You already have a passkey on this device.'
      : 'We couldn’t read the passkey. Please try again.'
  },
}

/** The response also sets a cookie with the challenge. */
async function fetchOptions(url: string): Promise<object> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`Passkey request failed with status ${response.status}`)
  return response.json()
}

type RegistrationProblem = { problem: string; fields?: Record<string, string> }
type RegistrationReply = { options: PublicKeyCredentialCreationOptionsJSON } | RegistrationProblem

async function requestRegistration(proof: FormData): Promise<RegistrationReply> {
  const response = await fetch(href('/profile/passkeys'), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams([...proof].map(([name, value]) => [name, String(value)])),
  })
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.json()
  throw new Error(`Passkey request failed with status ${response.status}`)
}

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey')
  return credential.toJSON()
}
