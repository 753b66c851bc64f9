import { acceptedSecrets, isSame, type Secrets, sign } from '../accounts/signature.ts'

const text = (draftId: string) => `payment link ${draftId}`

/** What a link says: the draft, and the signature that lets anyone who has it pay. */
export type PaymentLink = { id: string; key: string }

/** Signed, so that no token has to be stored and staff can copy the link again. */
export function paymentLink(settings: { secret: string; origin: string }, id: string): string {
  return settings.origin + paymentLinkPath(settings, id)
}

export function paymentLinkPath({ secret }: { secret: string }, id: string): string {
  return `/pay/${id}?key=${sign(text(id), secret)}`
}

export function isPaymentLink(secrets: Secrets, { id, key }: PaymentLink): boolean {
  return acceptedSecrets(secrets).some((secret) => isSame(sign(text(id), secret), key))
}
