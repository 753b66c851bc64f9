import { replayDelivery, sendTestEvent } from '#core/webhooks/deliveries.server.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '#core/webhooks/endpoints.server.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { readEndpointForm, type SecretResult } from './integration-forms.ts'

/** Keyed by the path of each form in routes.ts. */
export const ENDPOINT_FORMS: Record<string, AdminForm<SecretResult>> = {
  settings: async ({ ctx, context, form, params: { id = '' } }) => {
    const changes = { ...readEndpointForm(form), version: Number(fieldText(form, 'version')) }
    await changeEndpoint(ctx, id, changes, readOwnerProof(context, form))
    return 'webhook-saved'
  },
  pause: async ({ ctx, params: { id = '' } }) => {
    await pauseEndpoint(ctx, id)
    return 'webhook-paused'
  },
  resume: async ({ ctx, params: { id = '' } }) => {
    await resumeEndpoint(ctx, id)
    return 'webhook-resumed'
  },
  test: async ({ ctx, params: { id = '' } }) => {
    await sendTestEvent(ctx, id)
    return 'webhook-tested'
  },
  secret: async ({ ctx, context, form, params: { id = '' } }) => {
    const { secret } = await rotateSecret(ctx, id, readOwnerProof(context, form))
    return { secret: { kind: 'endpoint', value: secret }, status: 200 }
  },
  'deliveries/:delivery/replay': async ({ ctx, params: { id = '', delivery = '' } }) => {
    await replayDelivery(ctx, id, delivery)
    return 'webhook-replayed'
  },
  delete: async ({ ctx, context, params: { id = '' }, url }) => {
    await deleteEndpoint(ctx, id)
    return redirectWithFlash(context, 'webhook-deleted', `${adminBasePath(url)}/integrations`)
  },
}
