import { findBatch } from '#core/batches/batches.server.ts'
import { recallBatch } from '#core/batches/recall/recall-batch.server.ts'
import { refundAllRecalled, refundRecalled } from '#core/batches/recall/recall-refunds.server.ts'
import { previewRecallEmail, sendRecallEmails } from '#core/batches/recall/send-recall-emails.server.ts'
import { editBatch } from '#core/batches/receive-batch.server.ts'
import { invalidInput } from '#core/errors.ts'
import { type FormResult, fieldText, typedValues } from '#web/forms/form-result.ts'
import type { AdminForm } from '../admin-route.ts'
import { runWithApproval } from '../approvals/run-with-approval.ts'
import { pluralize } from '../ui/pluralize.ts'

/** The email as recipients would get it. */
export type BatchResult = FormResult & { preview?: string }

/** Keyed by the path of each form in screens.ts. */
export const BATCH_FORMS: Record<string, AdminForm<BatchResult>> = {
  '': async ({ ctx, form, params: { id = '' } }) => {
    await editBatch(ctx, id, {
      number: fieldText(form, 'number'),
      expiresOn: fieldText(form, 'expiresOn') || null,
    })
    return 'batch-saved'
  },
  recall: async ({ ctx, form, params: { id = '' } }) => {
    const { number } = await findBatch(ctx, id)
    if (fieldText(form, 'confirm').trim() !== number)
      throw invalidInput('confirm', `Type ${number} to confirm that you mean this batch.`)
    await recallBatch(ctx, id, { reason: fieldText(form, 'reason') })
    return 'batch-recalled'
  },
  'emails/preview': async ({ ctx, form, params: { id = '' } }) => {
    const { text } = await previewRecallEmail(ctx, id, readEmail(form))
    return { preview: text, values: typedValues(form), status: 200 }
  },
  emails: async ({ ctx, form, params: { id = '' } }) => {
    await sendRecallEmails(ctx, id, readEmail(form))
    return 'recall-emailed'
  },
  'refunds/:order': async ({ ctx, form, params: { id = '', order = '' } }) =>
    runWithApproval(ctx, form, 'order-refunded', () => refundRecalled(ctx, id, order)),
  refunds: async ({ ctx, form, params: { id = '' } }) => {
    const { refunded, requested, refused, hasMore } = await refundAllRecalled(
      ctx,
      id,
      fieldText(form, 'approval_reason'),
    )
    const description = [
      requested > 0 && `${pluralize(requested, 'refund waits', 'refunds wait')} for approval.`,
      refused.length > 0 && `Not refunded: ${refused.join(' ')}`,
      hasMore && 'There are more orders to refund. Refund again for the next ones.',
    ]
    const title = pluralize(refunded, 'order refunded', 'orders refunded')
    return { notice: { title, description: description.filter(Boolean).join(' ') }, status: 200 }
  },
}

function readEmail(form: FormData) {
  return { subject: fieldText(form, 'subject'), message: fieldText(form, 'message').replaceAll('\r\n', '\n') }
}
