import type { Schedule } from '#core/content/home/sections.ts'
import { wallClock } from '#core/dates.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { useTimeZone } from '../../ui/time-zone.ts'
import { savedField } from '../saved-field.ts'

/** When shoppers see the section. Empty times don't limit it. */
export function ScheduleFields({ section, schedule }: { section: string; schedule: Schedule | undefined }) {
  const timeZone = useTimeZone()
  const { fields = {} } = useFieldStates()
  const name = `schedules.${section}`
  const local = (at: string | null | undefined) => (at ? wallClock(new Date(at), timeZone) : '')
  const isOpen = schedule !== undefined || Object.keys(fields).some((field) => field.startsWith(`${name}.`))
  return (
    <details open={isOpen}>
      <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
        Schedule…
      </summary>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Field
          label="Shown from"
          type="datetime-local"
          {...savedField(`${name}.from`, local(schedule?.from))}
        />
        <Field
          label="Shown until"
          type="datetime-local"
          {...savedField(`${name}.until`, local(schedule?.until))}
          hint={`In ${timeZone}, the store’s time zone`}
        />
      </div>
    </details>
  )
}
