import type { ActiveSession } from '#core/accounts/account.ts'
import { OneAct, Section } from './section.tsx'

export function SessionsSection({ sessions }: { sessions: ActiveSession[] }) {
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      lead="A device you don’t know? End its session, then change your password."
    >
      <ul>
        {sessions.map(({ id, device, address, seenAt, current }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-8 border-hairline py-4 first:pt-0 last:pb-0 not-last:border-b"
          >
            <p>
              {device}
              <span className="block text-ink-soft text-small">
                {current ? 'This device' : `Last seen ${moment(seenAt)}`}
                {address && ` · ${address}`}
              </span>
            </p>
            {!current && (
              <OneAct act="end-session" id={id}>
                Sign out<span className="sr-only"> {device}</span>
              </OneAct>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-6">
          <OneAct act="end-others">Sign out everywhere else</OneAct>
        </div>
      )}
    </Section>
  )
}

/** In one zone for the server and the browser, so that both write the same. */
function moment(date: Date): string {
  const at = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${at.format(date)} UTC`
}
