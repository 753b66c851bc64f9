import { replayDelivery, sendTestEvent } from '#core/webhooks/deliveries.server.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from '#core/webhooks/endpoints.server.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { readEndpointForm } from './integration-forms.ts'
import type { IntentHandler } from './run-intent.ts'

export const ENDPOINT_FORMS: Record<string, IntentHandler> = {
  change: async ({ ctx, form, id }) => {
    await changeEndpoint(ctx, id, { ...readEndpointForm(form), version: Number(fieldText(form, 'version')) })
    return 'webhook-saved'
  },
  pause: async ({ ctx, id }) => {
    await pauseEndpoint(ctx, id)
    return 'webhook-paused'
  },
  resume: async ({ ctx, id }) => {
    await resumeEndpoint(ctx, id)
    return 'webhook-resumed'
  },
  rotate: async ({ ctx, id }) => {
    const { secret } = await rotateSecret(ctx, id)
    return { secret: { kind: 'endpoint', value: secret }, status: 200 }
  },
  test: async ({ ctx, id }) => {
    await sendTestEvent(ctx, id)
    return 'webhook-tested'
  },
  replay: async ({ ctx, form, id }) => {
    await replayDelivery(ctx, id, fieldText(form, 'delivery'))
    return 'webhook-replayed'
  },
  delete: async ({ ctx, id }) => {
    await deleteEndpoint(ctx, id)
    return { notice: 'webhook-deleted', to: 'integrations' }
  },
}
