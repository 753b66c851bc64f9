import { href, redirect } from 'react-router'
import { startPasskeyRegistration } from '#core/accounts/security/passkeys.server.ts'
import { Refusal } from '#core/errors.ts'
import { requestCookies } from '#web/request-context.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/passkey-options'
import { readOwnerProof } from './owner-proof.ts'

/** A visit leads to the page with the form. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireUser(context, request)
  return redirect(href('/profile/security'))
}

/** The response also sets a cookie with the challenge. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = requireUser(context, request)
  const form = await request.formData()
  try {
    const { options, challenge } = await startPasskeyRegistration(ctx, readOwnerProof(context, form))
    requestCookies(context).set('passkey', challenge)
    return Response.json({ options })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A wrong password is an answer, which browsers shouldn't report as a failed request.
    return Response.json({ problem: error.message, fields: error.fields })
  }
}
