import { href } from 'react-router'
import type { ActiveSession } from '#core/accounts/account.ts'
import { formatDate } from '#core/dates.ts'
import { OwnerDetails } from './owner-form.tsx'
import { SecuritySection } from './security-section.tsx'

export function SessionsSection({ sessions }: { sessions: ActiveSession[] }) {
  return (
    <SecuritySection
      id="sessions"
      title="Where you’re signed in"
      lead="Don’t recognize a device? Sign it out, then change your password."
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
                {current ? 'This device' : `Last active ${formatDate(seenAt, 'UTC', 'time')} UTC`}
                {address && ` · ${address}`}
              </span>
            </p>
            {!current && (
              <OwnerDetails
                action={href('/profile/security/sessions/:id/end', { id })}
                label="Sign Out"
                name={device}
                submitLabel="Sign Out"
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-6">
          <OwnerDetails
            action={href('/profile/security/sessions/end-others')}
            label="Sign out everywhere else"
            submitLabel="Sign out everywhere else"
          />
        </div>
      )}
    </SecuritySection>
  )
}
