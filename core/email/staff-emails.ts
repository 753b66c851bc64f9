import { type Envelope, renderEmail } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

type Invitation = { role: string; by: string; days: number; link: string }

export function staffInvitationEmail(envelope: Envelope, { role, by, days, link }: Invitation): NewEmail {
  return renderEmail(
    envelope,
    'staff-invitation',
    `You’re invited to join the ${envelope.sender.name} team`,
    [
      `You’ve been invited to work in the back office of ${envelope.sender.name}.`,
      {
        details: [
          ['Role', role],
          ['Invited by', by],
        ],
      },
      `The link works once, for ${days} days. If you didn’t expect this, you can ignore it.`,
      { link: 'Accept the invitation', to: link },
    ],
  )
}

type StaffRoleChange = { role: string | null; by: string; link: string }

export function staffRoleChangedEmail(envelope: Envelope, { role, by, link }: StaffRoleChange): NewEmail {
  const subject = role ? 'Your role has changed' : 'You’ve been removed from the team'
  return renderEmail(envelope, 'staff-role-changed', subject, [
    role
      ? `Your role in the back office of ${envelope.sender.name} has changed. Please sign in again.`
      : `You no longer have access to the back office of ${envelope.sender.name}. Your account and orders don’t change.`,
    {
      details: [...(role ? [['Role', role] as [string, string]] : []), ['Changed by', by]],
    },
    { link: 'Sign in', to: link },
  ])
}
