import { startPasskeyRegistration } from '#core/accounts/security/passkeys.server.ts'
import { requestCookies } from '#web/request-context.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/passkey-options'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { options, challenge } = await startPasskeyRegistration(requireUser(context, request))
  requestCookies(context).set('passkey', challenge)
  return Response.json(options)
}
