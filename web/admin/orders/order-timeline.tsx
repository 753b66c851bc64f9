import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

type OrderEvent = { at: Date; about: string; message: string; by: string | null }

const TOPIC_LABELS: Record<string, string> = { letter: 'Email', books: 'Accounting' }
const topicLabel = (topic: string) => TOPIC_LABELS[topic] ?? topic.charAt(0).toUpperCase() + topic.slice(1)

export function OrderTimeline({ events }: { events: OrderEvent[] }) {
  if (!events.length) return null
  return (
    <Section title="Timeline">
      <ol className="tabular border-hairline border-t">
        {events.map(({ at, about, message, by }) => (
          <li
            key={`${at.toISOString()}${about}${message}`}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-hairline border-b py-1.5 md:grid-cols-[11rem_6rem_1fr_auto]"
          >
            <span className="text-ink-soft max-md:order-3">
              <Timestamp at={at} showTime />
            </span>
            <span className="text-ink-soft max-md:order-2 max-md:text-right">{topicLabel(about)}</span>
            <span className="max-md:order-1">{message}</span>
            <span className="truncate text-ink-soft max-md:order-4 max-md:text-right">{by}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
