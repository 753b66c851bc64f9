import type { Actor, SignedInActor } from '#core/context.ts'
import { SCOPE_NAMES, SCOPES } from '#core/permissions/scopes.ts'
import type { AccessRule } from '../access.ts'

/** The store’s own pages send their session’s cookie instead, which generated clients shouldn’t. */
export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An account’s `access_token`. `POST /v1/auth/token` returns it for an email address and a password, and later for its `refresh_token`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, which an owner creates under Integrations, with one of the operation’s scopes.',
  },
} as const

/** The scopes are in the description: only OAuth’s belong here. */
type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, string[]>>

const GUEST: Actor = { kind: 'guest' }
const CUSTOMER: SignedInActor = {
  kind: 'user',
  id: '',
  email: '',
  role: 'user',
  fullName: null,
  sessionId: '',
  expiresAt: new Date(0),
}

/** Asks the rule itself, so that the document can't differ from what is enforced. */
export function documentAccess(rule: AccessRule): { security: Requirement[]; description: string } {
  if (accepts(rule, GUEST)) return { security: [], description: 'Anyone can call this.' }
  const scopes = SCOPE_NAMES.filter((scope) =>
    accepts(rule, { kind: 'key', id: '', name: '', permissions: SCOPES[scope].permissions }),
  )
  const people = accepts(rule, CUSTOMER)
    ? 'someone who is signed in'
    : 'a member of the staff whose role allows it'
  const keys = scopes.length ? `, or by an API key with the scope ${scopes.map(quote).join(' or ')}` : ''
  return {
    security: [{ accessToken: [] }, ...(scopes.length ? [{ apiKey: [] }] : [])],
    description: `Can be called by ${people}${keys}.`,
  }
}

function accepts({ require }: AccessRule, actor: Actor): boolean {
  try {
    require(actor)
    return true
  } catch {
    return false
  }
}

function quote(scope: string): string {
  return `\`${scope}\``
}
