import { Timeline } from '#web/ui/timeline.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

type OrderEvent = { at: Date; about: string; message: string; by: string | null }

const TOPIC_LABELS: Record<string, string> = {
  order: 'Order',
  stock: 'Stock',
  payment: 'Payment',
  provider: 'Card provider',
  refund: 'Refund',
  return: 'Return',
  letter: 'Email',
  books: 'Accounting',
}

export function OrderTimeline({ events }: { events: OrderEvent[] }) {
  if (!events.length) return null
  const details = events.filter(isDetail)
  return (
    <Section title="Timeline">
      <EventList events={events.filter((event) => !isDetail(event))} />
      {details.length > 0 && (
        <details className="mt-4">
          <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
            Stock, payment, and accounting details
          </summary>
          <div className="mt-2">
            <EventList events={details} />
          </div>
        </details>
      )}
    </Section>
  )
}

/** What the store does by itself with each order. */
function isDetail({ about, message }: OrderEvent): boolean {
  if (about === 'provider') return !message.startsWith('Dispute')
  return about === 'stock' || about === 'books' || message.startsWith('Payment page opened')
}

function EventList({ events }: { events: OrderEvent[] }) {
  const timeline = events.map(({ at, about, message, by }) => ({
    key: `${at.toISOString()}${about}${message}`,
    time: <Timestamp at={at} showTime />,
    text: message,
    detail: [TOPIC_LABELS[about] ?? about, by === 'provider' ? null : by].filter(Boolean).join(' · '),
  }))
  return <Timeline events={timeline} />
}
