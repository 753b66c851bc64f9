import { acceptedSecrets, isSame, type Secrets, sign } from '../accounts/signature.ts'

const text = (id: string) => `gift card page ${id}`

/** The page that shows the card and its code. The link doesn't expire, as the card doesn't. */
export function giftCardLink({ secret, origin }: { secret: string; origin: string }, id: string): string {
  return `${origin}/gift-cards/${id}?key=${sign(text(id), secret)}`
}

export function isGiftCardToken(secrets: Secrets, id: string, token: string): boolean {
  return acceptedSecrets(secrets).some((secret) => isSame(sign(text(id), secret), token))
}
