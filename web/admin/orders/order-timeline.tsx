import type { ReactNode } from 'react'
import { Timeline } from '#web/ui/timeline.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { groupOrderEvents, type OrderEvent, type OrderEventGroup } from './group-order-events.ts'
import { ORDER_STATUS_LABELS } from './order-status-dot.tsx'

const TOPIC_LABELS: Record<string, string> = {
  order: 'Order',
  stock: 'Stock',
  payment: 'Payment',
  provider: 'Card provider',
  refund: 'Refund',
  return: 'Return',
  accounting: 'Accounting',
}

type Props = {
  events: OrderEvent[]
  /** The line about its emails. */
  children: ReactNode
}

export function OrderTimeline({ events, children }: Props) {
  if (!events.length) return null
  const groups = groupOrderEvents(events.filter(({ topic }) => topic !== 'email'))
  const details = groups.filter(isDetail)
  return (
    <Section title="Timeline">
      <EventList events={groups.filter((event) => !isDetail(event))} />
      <div className="mt-3">{children}</div>
      {details.length > 0 && (
        <details className="mt-1">
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
  const timeline = events.map(({ at, topic, message, by, notices, reference }) => ({
    key: `${at.toISOString()}${topic}${message}`,
    time: <Timestamp at={at} showTime />,
    text: (
      <>
        {topic === 'order' ? toStatusLabels(message) : message}
        {notices.length > 0 && <TechnicalDetails texts={notices} />}
        {reference && <TechnicalDetails texts={[reference]} />}
      </>
    ),
    detail: [TOPIC_LABELS[topic] ?? topic, by === 'provider' ? null : by].filter(Boolean).join(' · '),
  }))
  return <Timeline events={timeline} />
}

/** 'Pending → Processing', in the words of the back office. */
function toStatusLabels(message: string): string {
  return message.replace(/^(\w+) → (\w+)/, (text, ...names: string[]) => {
    const labels = names.slice(0, 2).map((name) => ORDER_STATUS_LABELS[name.toLowerCase()])
    return labels.every(Boolean) ? labels.join(' → ') : text
  })
}

function TechnicalDetails({ texts }: { texts: string[] }) {
  return (
    <details>
      <summary className="link-line inline-flex min-h-6 cursor-pointer list-none items-center text-ink-soft">
        Technical details
      </summary>
      <ul className="wrap-anywhere text-ink-soft">
        {[...new Set(texts)].map((text) => (
          <li key={text}>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
