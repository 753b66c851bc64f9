import { Timeline } from '#web/ui/timeline.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

type OrderEvent = { at: Date; about: string; message: string; by: string | null }

const TOPIC_LABELS: Record<string, string> = { letter: 'Email', books: 'Accounting' }
const topicLabel = (topic: string) => TOPIC_LABELS[topic] ?? topic.charAt(0).toUpperCase() + topic.slice(1)

export function OrderTimeline({ events }: { events: OrderEvent[] }) {
  if (!events.length) return null
  const timeline = events.map(({ at, about, message, by }) => ({
    key: `${at.toISOString()}${about}${message}`,
    time: <Timestamp at={at} showTime />,
    text: message,
    detail: [topicLabel(about), by].filter(Boolean).join(' · '),
  }))
  return (
    <Section title="Timeline">
      <Timeline events={timeline} />
    </Section>
  )
}
