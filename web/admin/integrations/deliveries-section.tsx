import { useSearchParams } from 'react-router'
import type { WebhookDelivery } from '#core/webhooks/delivery.ts'
import { DataList, type ListPage } from '#web/ui/lists/data-list.tsx'
import { type Column, withParams } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

const STATE_LABELS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const
const TONES = { pending: 'attention', delivered: 'success', failed: 'error' } as const

const COLUMNS: Column<WebhookDelivery>[] = [
  { title: 'Event', placement: 'lead', cell: (delivery) => <DeliveryLink {...delivery} /> },
  {
    title: 'Subject',
    placement: 'desktop',
    cell: ({ subject }) => <code className="font-text">{subject}</code>,
  },
  { title: 'Created', placement: 'below', cell: ({ createdAt }) => <Timestamp at={createdAt} showTime /> },
  { title: 'Attempts', align: 'end', placement: 'desktop', cell: ({ attempts }) => attempts },
  {
    title: 'Result',
    placement: 'desktop',
    cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '',
  },
  { title: 'Status', placement: 'side', cell: ({ state }) => <DeliveryState state={state} /> },
]

export function DeliveriesSection({ deliveries }: { deliveries: ListPage<WebhookDelivery> }) {
  return (
    <Section title="Deliveries">
      <DataList
        filters={toFilters(STATE_LABELS)}
        label="Deliveries"
        columns={COLUMNS}
        page={deliveries}
        defaultSort="newest"
        empty="No deliveries. Events of the last 30 days are listed here; send a test event to see one."
      />
    </Section>
  )
}

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  return <StatusDot tone={TONES[state]}>{STATE_LABELS[state]}</StatusDot>
}

function DeliveryLink({ id, type }: WebhookDelivery) {
  const [params] = useSearchParams()
  return (
    <TextLink to={withParams(params, { delivery: id, after: params.get('after') })}>
      {type}
      <span className="sr-only"> {id}</span>
    </TextLink>
  )
}
