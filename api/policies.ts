import { mayChangeRole, mayKeepAccount, maySeeProfiles } from '#core/accounts/policy.ts'
import type { Actor } from '#core/context.ts'

type May = (actor: Actor) => boolean

const anyone: May = () => true

/** Who may make which call. A call without a line here fails a test; core asks the same policies once more. */
export const API_POLICIES: Record<string, May> = {
  'GET /products': anyone,
  'GET /products/{id}': anyone,
  'POST /auth/signup': anyone,
  'POST /auth/resend': anyone,
  'POST /auth/recover': anyone,
  'POST /auth/token': anyone,
  'POST /auth/signout': anyone,
  'GET /auth/user': mayKeepAccount,
  'GET /profile': mayKeepAccount,
  'PATCH /profile': mayKeepAccount,
  'GET /profile/addresses': mayKeepAccount,
  'POST /profile/addresses': mayKeepAccount,
  'PATCH /profile/addresses/{id}': mayKeepAccount,
  'DELETE /profile/addresses/{id}': mayKeepAccount,
  'GET /profile/settings': mayKeepAccount,
  'PUT /profile/settings': mayKeepAccount,
  'GET /admin/profiles': maySeeProfiles,
  'PATCH /admin/profiles/{id}': mayChangeRole,
}
