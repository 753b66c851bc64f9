import { acceptedSecrets, isSame, type Secrets, sign } from '../accounts/signature.ts'

const text = (id: string) => `resume checkout ${id}`

export function reminderKey({ secret }: Pick<Secrets, 'secret'>, id: string): string {
  return sign(text(id), secret)
}

export function reminderLink({ secret, origin }: { secret: string; origin: string }, id: string): string {
  return `${origin}/checkout/resume?${new URLSearchParams({ id, key: reminderKey({ secret }, id) })}`
}

export function isReminderKey(secrets: Secrets, id: string, key: string): boolean {
  return acceptedSecrets(secrets).some((secret) => isSame(reminderKey({ secret }, id), key))
}
