import { type Envelope, renderEmail } from '../email/email-layout.ts'
import type { NewEmail } from '../email/emails.server.ts'

type PausedEndpoint = { url: string; reason: string; link: string }

export function endpointPausedEmail(envelope: Envelope, { url, reason, link }: PausedEndpoint): NewEmail {
  return renderEmail(envelope, 'webhook-paused', 'A webhook is paused', [
    'An endpoint stopped accepting events, so we paused its deliveries. Events wait there for up to 30 days.',
    {
      details: [
        ['Endpoint', url],
        ['Last error', reason],
      ],
    },
    'When the receiver works again, resume the endpoint. The waiting events are then sent in order.',
    { link: 'Open the endpoint', to: link },
  ])
}
