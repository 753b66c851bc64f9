import { offerPasskey } from '#core/accounts/passkeys.server.ts'
import { browserOf } from '../visit.ts'
import type { Route } from './+types/passkey-offer.ts'
import { onlyForCustomers } from './who.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { options, challenge } = await offerPasskey(onlyForCustomers(context, request))
  browserOf(context).keep('passkey', challenge)
  return Response.json(options)
}
