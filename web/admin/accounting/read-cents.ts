import { parseAmount } from '#core/amount.ts'
import { Refusal } from '#core/errors.ts'

export function readCents(amount: string): number {
  const parsed = parseAmount(amount)
  if ('error' in parsed) throw new Refusal('invalid_input', parsed.error, { amount: parsed.error })
  return parsed.cents
}
