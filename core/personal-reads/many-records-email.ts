import { type Envelope, renderEmail } from '../email/email-layout.ts'
import type { NewEmail } from '../email/emails.server.ts'

type ManyRecords = { reader: string; limit: number; day: string; link: string }

export function manyRecordsEmail(envelope: Envelope, { reader, limit, day, link }: ManyRecords): NewEmail {
  return renderEmail(envelope, 'many-records-read', `Many personal records read: ${reader}`, [
    `${reader} has read ${limit.toLocaleString('en-US')} records of customers, orders, or subscribers on ${day}, in lists, prints, and exports.`,
    'If you don’t expect this, ask why, or take away the role or revoke the key.',
    { link: 'See what was read', to: link },
  ])
}
