import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { StatusDot } from '#web/ui/status-dot.tsx'

const PAUSE_TEXTS = {
  owner: 'Paused',
  failing: 'Paused: it failed for a day',
  gone: 'Paused: it returned status 410 (Gone)',
  creator_removed: 'Paused: creator lost access',
}

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { pauseReason, failingSince, creatorHasAccess } = endpoint
  if (pauseReason)
    return (
      <StatusDot tone={pauseReason === 'owner' ? 'neutral' : 'error'}>{PAUSE_TEXTS[pauseReason]}</StatusDot>
    )
  if (!creatorHasAccess) return <StatusDot tone="error">Creator lost access</StatusDot>
  if (failingSince) return <StatusDot tone="attention">Failing</StatusDot>
  return <StatusDot tone="success">Active</StatusDot>
}
