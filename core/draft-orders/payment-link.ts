import { acceptedSecrets, isSame, type Secrets, sign } from '../accounts/signature.ts'
import { ID_PREFIXES, isId } from '../ids.ts'

const ID_LENGTH = ID_PREFIXES.draftOrder.length + 21

const text = (draftId: string) => `payment link ${draftId}`

/** The ID and its signature, so that no token has to be stored and staff can copy the link again. */
export function paymentLink({ secret, origin }: { secret: string; origin: string }, draftId: string): string {
  return `${origin}/pay/${draftId}-${sign(text(draftId), secret)}`
}

/** The draft of a link, or undefined if the link is forged. */
export function readPaymentToken(secrets: Secrets, token: string): string | undefined {
  const draftId = token.slice(0, ID_LENGTH)
  if (!isId('draftOrder', draftId) || token[ID_LENGTH] !== '-') return undefined
  const signature = token.slice(ID_LENGTH + 1)
  const isSigned = acceptedSecrets(secrets).some((secret) => isSame(sign(text(draftId), secret), signature))
  return isSigned ? draftId : undefined
}
