import { z } from 'zod'
import type { EmailSender } from '#core/email/email-layout.ts'
import { renderEmail } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import type { Batch } from '../batches.server.ts'

export const RecallEmail = z.object({
  subject: z.string().trim().min(1, 'Enter a subject.').max(200, 'Use at most 200 characters.'),
  message: z.string().trim().min(1, 'Enter a message.').max(5000, 'Use at most 5,000 characters.'),
})
export type RecallEmail = z.infer<typeof RecallEmail>

type RecalledBatch = Pick<Batch, 'productName' | 'number' | 'expiresOn' | 'recallReason'>

/** What the owner starts from. */
export function proposeRecallEmail({ productName, number, recallReason }: RecalledBatch): RecallEmail {
  return {
    subject: `Please stop using ${productName} from batch ${number}`.slice(0, 200),
    message: [
      `We’re recalling one batch of ${productName}, and our records show that your order had it. Please stop using it.`,
      recallReason ?? '',
      `The batch number ${number} is printed on the package. If yours has another number, you can keep using it.`,
      'You don’t need to send it back. If it has caused a reaction, please see a doctor, and tell us by replying to this email.',
      'We’re sorry for the trouble.',
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

type RecallDetails = {
  key: string
  to: string
  sender: EmailSender
  firstName: string
  orderNumber: string
  orderId?: string
  quantity: number
  link: string
}

export function recallEmail(
  batch: RecalledBatch,
  { subject, message }: RecallEmail,
  { key, to, sender, firstName, orderNumber, orderId, quantity, link }: RecallDetails,
): NewEmail {
  const details: [string, string][] = [
    ['Product', batch.productName],
    ['Batch number', batch.number],
    ...(batch.expiresOn ? [['Expires', batch.expiresOn] as [string, string]] : []),
    ['Quantity', String(quantity)],
    ['Order', `#${orderNumber}`],
  ]
  const email = renderEmail({ to, key, sender }, 'recall', subject, [
    ...(firstName ? [`Hello ${firstName},`] : []),
    ...message.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
    { details },
    { link: 'View your order', to: link },
  ])
  return orderId ? { ...email, orderId } : email
}
