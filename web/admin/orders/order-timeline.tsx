import { Timeline } from '#web/ui/timeline.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { groupOrderEvents, type OrderEvent, type OrderEventGroup } from './group-order-events.ts'

const TOPIC_LABELS: Record<string, string> = {
  order: 'Order',
  stock: 'Stock',
  payment: 'Payment',
  provider: 'Card provider',
  refund: 'Refund',
  return: 'Return',
  email: 'Email',
  accounting: 'Accounting',
}

export function OrderTimeline({ events }: { events: OrderEvent[] }) {
  if (!events.length) return null
  const groups = groupOrderEvents(events)
  const details = groups.filter(isDetail)
  return (
    <Section title="Timeline">
      <EventList events={groups.filter((event) => !isDetail(event))} />
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
function isDetail({ topic, message, notices }: OrderEventGroup): boolean {
  return (
    notices.length > 0 ||
    topic === 'stock' ||
    topic === 'accounting' ||
    message.startsWith('Payment page opened')
  )
}

function EventList({ events }: { events: OrderEventGroup[] }) {
  const timeline = events.map(({ at, topic, message, by, notices }) => ({
    key: `${at.toISOString()}${topic}${message}`,
    time: <Timestamp at={at} showTime />,
    text: (
      <>
        {message}
        {notices.length > 0 && <Notices notices={notices} />}
      </>
    ),
    detail: [TOPIC_LABELS[topic] ?? topic, by === 'provider' ? null : by].filter(Boolean).join(' · '),
  }))
  return <Timeline events={timeline} />
}

function Notices({ notices }: { notices: string[] }) {
  return (
    <details>
      <summary className="link-line inline-flex min-h-6 cursor-pointer list-none items-center text-ink-soft">
        Technical details
      </summary>
      <ul className="wrap-anywhere text-ink-soft">
        {[...new Set(notices)].map((notice) => (
          <li key={notice}>
            <code>{notice}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
