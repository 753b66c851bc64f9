import { Refusal } from '#core/errors.ts'

export function parsePasskeyResponse(form: FormData): unknown {
  try {
    return JSON.parse(String(form.get('credential')))
  } catch {
    throw new Refusal('invalid_input', 'We couldn’t read the passkey. Please try again.')
  }
}
