import type Stripe from 'stripe'
import { UncertainOutcome } from '../payment.ts'
import { withProviderErrors } from '../stripe-errors.server.ts'
import { toDispute } from '../stripe-format.server.ts'
import { type DisputeCalls, EVIDENCE_FIELDS, type Evidence } from './evidence.ts'

export function disputeCalls(stripe: Stripe): DisputeCalls {
  return {
    findDispute: (id) =>
      withProviderErrors(async () => {
        const dispute = requireDispute(await stripe.disputes.retrieve(id))
        return { ...toDispute(dispute), evidence: toEvidence(dispute.evidence) }
      }),
    sendEvidence: (id, evidence, idempotencyKey) =>
      withProviderErrors(async () =>
        toDispute(
          requireDispute(await stripe.disputes.update(id, { evidence, submit: true }, { idempotencyKey })),
        ),
      ),
    acceptDispute: (id, idempotencyKey) =>
      withProviderErrors(async () =>
        toDispute(requireDispute(await stripe.disputes.close(id, {}, { idempotencyKey }))),
      ),
  }
}

/** The SDK doesn't follow redirects, and returns one as if it were the dispute. */
function requireDispute<Found extends { id: string }>(dispute: Found): Found {
  if (!dispute.id) throw new UncertainOutcome('The response names no dispute', { code: 'no dispute' })
  return dispute
}

function toEvidence(evidence: Stripe.Dispute.Evidence | undefined): Evidence {
  const texts = EVIDENCE_FIELDS.flatMap((field) => {
    const text = evidence?.[field]
    return text ? [[field, text]] : []
  })
  return Object.fromEntries(texts)
}
