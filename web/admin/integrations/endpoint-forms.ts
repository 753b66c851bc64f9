import { replayDelivery, sendTestEvent } from '#core/webhooks/deliveries.server.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '#core/webhooks/endpoints.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { readEndpointForm, type SecretResult } from './integration-forms.ts'

/** Keyed by the path of each form in routes.ts. */
export const ENDPOINT_FORMS: Record<string, AdminForm<SecretResult>> = {
  settings: async ({ ctx, form, params: { id = '' } }) => {
    await changeEndpoint(ctx, id, { ...readEndpointForm(form), version: Number(fieldText(form, 'version')) })
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
  secret: async ({ ctx, params: { id = '' } }) => {
    const { secret } = await rotateSecret(ctx, id)
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
