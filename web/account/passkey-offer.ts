import { startPasskeyRegistration } from '#core/accounts/security/passkeys.server.ts'
import { requestCookies } from '../visit.ts'
import type { Route } from './+types/passkey-offer'
import { requireUser } from './who.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { options, challenge } = await startPasskeyRegistration(requireUser(context, request))
  requestCookies(context).set('passkey', challenge)
  return Response.json(options)
}
