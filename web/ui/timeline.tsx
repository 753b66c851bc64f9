import type { ReactNode } from 'react'
import { useControlStyles } from './fields/control-styles.ts'

type TimelineEvent = { key: string; time: ReactNode; text: ReactNode; detail?: ReactNode }

const LAYOUTS = {
  medium: { item: 'pb-5', text: '', time: '', detail: '' },
  small: {
    item: 'pb-3 @2xl:grid @2xl:grid-cols-[11rem_1fr_auto] @2xl:gap-x-4',
    text: '',
    time: '@2xl:order-first',
    detail: 'order-last min-w-0 wrap-anywhere @2xl:text-right',
  },
}

/** Oldest first. In the back office, an event is one line where there is room. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  const layout = LAYOUTS[useControlStyles().size]
  return (
    <ol className="tabular @container border-hairline border-l text-small">
      {events.map(({ key, time, text, detail }) => (
        <li key={key} className={`relative pl-6 last:pb-0 ${layout.item}`}>
          <span aria-hidden className="-left-[3.5px] absolute top-2 size-1.5 rounded-full bg-ink" />
          <div className={layout.text}>{text}</div>
          {detail && <p className={`text-ink-soft ${layout.detail}`}>{detail}</p>}
          <p className={`text-ink-soft ${layout.time}`}>{time}</p>
        </li>
      ))}
    </ol>
  )
}
