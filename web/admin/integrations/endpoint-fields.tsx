import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { WEBHOOK_EVENTS } from '#core/webhooks/webhook-events.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'

const EVENT_OPTIONS = Object.entries(WEBHOOK_EVENTS).map(
  ([type, { title }]) => [type, `${title} (${type})`] as const,
)

type Props = { endpoint?: Pick<WebhookEndpoint, 'url' | 'description' | 'events'> }

export function EndpointFields({ endpoint }: Props) {
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Field
          label="Address"
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="https://"
          defaultValue={endpoint?.url}
        />
        <Field
          label="Description"
          name="description"
          autoComplete="off"
          hint="Optional"
          defaultValue={endpoint?.description}
        />
      </div>
      <CheckboxGroup
        legend="Events"
        group="events"
        options={EVENT_OPTIONS}
        checked={endpoint?.events ?? []}
      />
    </>
  )
}
