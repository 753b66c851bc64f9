import { OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'
import type { TestVisitor } from '../test-store.ts'

export type Claims = { sub: string; email?: string; email_verified?: boolean; hd?: string; nonce?: string }

export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>

/** A real OpenID provider in place of Google, stopped when the test ends. */
export async function startFakeGoogle() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  onTestFinished(async () => {
    if (server.listening) await server.stop()
  })
  const env = {
    GOOGLE_CLIENT_ID: 'orchard',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: server.issuer.url ?? '',
  }

  /** Goes to the provider and back, signed in as the user in `claims`. */
  async function consent(visitor: TestVisitor, claims: Claims, next = ''): Promise<Response> {
    const redirectToGoogle = await visitor.get(`/auth/google?next=${encodeURIComponent(next)}`)
    const addClaims = ({ payload }: { payload: object }) => {
      Object.assign(payload, { name: 'Grace', ...claims })
    }
    server.service.on('beforeTokenSigning', addClaims)
    const consentResponse = await fetch(redirectToGoogle.headers.get('location') ?? '', {
      redirect: 'manual',
    })
    const callbackUrl = new URL(consentResponse.headers.get('location') ?? '')
    const response = await visitor.get(callbackUrl.pathname + callbackUrl.search)
    server.service.off('beforeTokenSigning', addClaims)
    return response
  }

  return { env, consent, server }
}
