import { acceptDispute, saveExplanation, sendEvidence } from '#core/orders/disputes/answer-dispute.server.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { AdminForm } from '../../admin-route.ts'

/** Keyed by the path of each form in screens.ts. */
export const DISPUTE_FORMS: Record<string, AdminForm> = {
  draft: async ({ ctx, form, params: { id = '' } }) => {
    await saveExplanation(ctx, id, readExplanation(form))
    return 'explanation-saved'
  },
  evidence: async ({ ctx, form, params: { id = '' } }) => {
    const { sentAt } = await sendEvidence(ctx, id, readExplanation(form))
    return sentAt ? 'evidence-sent' : 'evidence-waiting'
  },
  acceptance: async ({ ctx, params: { id = '' } }) => {
    const { sentAt } = await acceptDispute(ctx, id)
    return sentAt ? 'dispute-accepted' : 'evidence-waiting'
  },
}

const readExplanation = (form: FormData) => ({
  explanation: fieldText(form, 'explanation'),
  version: Number(fieldText(form, 'version')),
})
