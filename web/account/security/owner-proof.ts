import type { OwnerProof } from '#core/accounts/security/verify-owner.server.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { type RouterContext, requestCookies } from '#web/request-context.ts'
import { parsePasskeyResponse } from '../passkey-response.ts'

/** What the fields of `OwnerFields` prove. */
export function readOwnerProof(context: RouterContext, form: FormData): OwnerProof {
  if (!fieldText(form, 'credential'))
    return { password: fieldText(form, 'password'), code: fieldText(form, 'code') }
  const cookies = requestCookies(context)
  const challenge = cookies.get('passkey') ?? ''
  cookies.delete('passkey')
  return { passkey: { response: parsePasskeyResponse(form), challenge } }
}
