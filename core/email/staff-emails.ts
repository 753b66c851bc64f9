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

type NewKey = { name: string; scopes: readonly string[]; by: string; link: string }

export function apiKeyCreatedEmail(envelope: Envelope, { name, scopes, by, link }: NewKey): NewEmail {
  return renderEmail(envelope, 'api-key-created', 'An API key was created', [
    `Another program can now use the API of ${envelope.sender.name} with this key.`,
    {
      details: [
        ['Name', name],
        ['Scopes', scopes.join(', ')],
        ['Created by', by],
      ],
    },
    'If you didn’t expect this, revoke the key.',
    { link: 'Review API keys', to: link },
  ])
}

type NewWebhook = { url: string; events: readonly string[]; by: string; link: string }

export function webhookCreatedEmail(envelope: Envelope, { url, events, by, link }: NewWebhook): NewEmail {
  return renderEmail(envelope, 'webhook-created', 'A webhook was created', [
    `${envelope.sender.name} now sends these events to another program.`,
    {
      details: [
        ['Address', url],
        ['Events', events.join(', ')],
        ['Created by', by],
      ],
    },
    'If you didn’t expect this, delete the webhook.',
    { link: 'Review webhooks', to: link },
  ])
}

type Removal = { email: string; by: string; link: string }

export function staffRemovedEmail(envelope: Envelope, { email, by, link }: Removal): NewEmail {
  return renderEmail(envelope, 'staff-removed', 'Someone was removed from the team', [
    `${email} can no longer open the back office. Their API keys, webhooks, and invitations no longer work.`,
    { details: [['Removed by', by]] },
    'If you didn’t expect this, ask the person who did it.',
    { link: 'Review the team', to: link },
  ])
}
