import { Refusal } from '#core/errors.ts'

export function parsePasskeyResponse(form: FormData): unknown {
  try {
    return JSON.parse(String(form.get('answer')))
  } catch {
    throw new Refusal('invalid_input', 'The passkey could not be read. Try again.')
  }
}
