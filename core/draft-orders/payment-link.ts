import { acceptedSecrets, isSame, type Secrets, sign } from '../accounts/signature.ts'

const text = (draftId: string) => `payment link ${draftId}`

/** What a link says: the draft, and the signature that lets anyone who has it pay. */
export type PaymentLink = { id: string; key: string }

/** Signed, so that no token has to be stored and staff can copy the link again. */
export function paymentLink({ secret, origin }: { secret: string; origin: string }, id: string): string {
  return `${origin}/pay/${id}?key=${sign(text(id), secret)}`
}

export function isPaymentLink(secrets: Secrets, { id, key }: PaymentLink): boolean {
  return acceptedSecrets(secrets).some((secret) => isSame(sign(text(id), secret), key))
}
