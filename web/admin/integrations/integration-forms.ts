import { createApiKey, revokeApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { endOfDay } from '#core/calendar.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { EndpointChanges } from '#core/webhooks/endpoint.ts'
import { createEndpoint } from '#core/webhooks/endpoints.server.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { checkedNames, type IntentHandler } from './run-intent.ts'

export const INTEGRATION_FORMS: Record<string, IntentHandler> = {
  'create-key': async ({ ctx, context, form }) => {
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    const expiry = fieldText(form, 'expiresAt')
    const request = {
      name: fieldText(form, 'name'),
      scopes: checkedNames(form, 'scopes'),
      expiresAt: expiry ? endOfDay(expiry, timeZone) : null,
    }
    const { key } = await createApiKey(ctx, request, readOwnerProof(context, form))
    return { secret: { kind: 'key', value: key }, status: 201 }
  },
  'revoke-key': async ({ ctx, form }) => {
    await revokeApiKey(ctx, fieldText(form, 'key'))
    return 'key-revoked'
  },
  'create-endpoint': async ({ ctx, form }) => {
    const { secret } = await createEndpoint(ctx, readEndpointForm(form))
    return { secret: { kind: 'endpoint', value: secret }, status: 201 }
  },
}

/** Unknown events are refused by core. */
export function readEndpointForm(form: FormData): EndpointChanges {
  return {
    url: fieldText(form, 'url'),
    description: fieldText(form, 'description'),
    events: checkedNames(form, 'events') as EndpointChanges['events'],
  }
}
