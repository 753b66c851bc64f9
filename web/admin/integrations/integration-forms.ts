import { createApiKey, revokeApiKey } from '#core/accounts/api-keys/api-keys.server.ts'
import { endOfDay } from '#core/dates.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { EndpointChanges } from '#core/webhooks/endpoint.ts'
import { createEndpoint } from '#core/webhooks/endpoints.server.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { type FormResult, fieldText } from '#web/forms/form-result.ts'
import type { AdminForm } from '../admin-route.ts'

/** Shown on the page that follows, and nowhere else. */
export type ShownSecret = { kind: 'key' | 'endpoint'; value: string }
export type SecretResult = FormResult & { secret?: ShownSecret }

/** Keyed by the path of each form in routes.ts. */
export const INTEGRATION_FORMS: Record<string, AdminForm<SecretResult>> = {
  keys: async ({ ctx, context, form }) => {
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
  'keys/:key/revoke': async ({ ctx, params: { key = '' } }) => {
    await revokeApiKey(ctx, key)
    return 'key-revoked'
  },
  webhooks: async ({ ctx, context, form }) => {
    const { secret } = await createEndpoint(ctx, readEndpointForm(form), readOwnerProof(context, form))
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

/** The names of the checked boxes of a group. */
function checkedNames(form: FormData, group: string): string[] {
  return [...form.keys()]
    .filter((name) => name.startsWith(`${group}.`))
    .map((name) => name.slice(group.length + 1))
}
