import { Refusal } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'

export function readCents(amount: string): number {
  const parsed = parseAmount(amount)
  if ('error' in parsed) throw new Refusal('invalid_input', parsed.error, { amount: parsed.error })
  return parsed.cents
}
