import { OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'
import type { Guest } from './visitors.ts'

export type Claims = { sub: string; email?: string; email_verified?: boolean; nonce?: string }

export type Google = Awaited<ReturnType<typeof openGoogle>>

/** A real OpenID provider in Google's place, until the test is over. */
export async function openGoogle() {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  onTestFinished(() => server.stop())
  const env = {
    GOOGLE_CLIENT_ID: 'orchard',
    GOOGLE_CLIENT_SECRET: 'kept',
    GOOGLE_ISSUER: server.issuer.url ?? '',
  }

  /** The way there and back, as far as a test needs it: whoever Google says it was. */
  async function consent(visitor: Guest, claims: Claims, next = ''): Promise<Response> {
    const begun = await visitor.get(`/auth/google?next=${encodeURIComponent(next)}`)
    const signing = ({ payload }: { payload: object }) => {
      Object.assign(payload, { name: 'Grace', ...claims })
    }
    server.service.on('beforeTokenSigning', signing)
    const consented = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
    const back = new URL(consented.headers.get('location') ?? '')
    const answer = await visitor.get(back.pathname + back.search)
    server.service.off('beforeTokenSigning', signing)
    return answer
  }

  return { env, consent, server }
}
