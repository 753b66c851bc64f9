import { Refusal } from '#core/errors.ts'
import { CURRENCIES, type Currency, parseAmount } from '#core/money.ts'
import { fieldText } from '../forms/form-result.ts'

/** The value of the choice of another amount, which is typed. */
export const OTHER_AMOUNT = 'other'

type TypedGiftCard = {
  amount: number | undefined
  recipientName?: string
  recipientEmail?: string
  senderName: string
  message: string
  sendOn?: string
  email: string
  key: string
  currency: Currency | undefined
}

/** `buyGiftCard` checks the rest. */
export function readGiftCardForm(form: FormData): TypedGiftCard {
  const text = (name: string) => fieldText(form, name)
  const isEmailed = text('delivery') !== 'print'
  const sendOn = text('sendOn')
  return {
    amount: readAmount(text('amount'), text('otherAmount')),
    recipientName: text('recipientName'),
    ...(isEmailed && { recipientEmail: text('recipientEmail') }),
    ...(isEmailed && sendOn && { sendOn }),
    senderName: text('senderName'),
    message: text('message'),
    email: text('email'),
    key: text('key'),
    currency: CURRENCIES.find((currency) => currency === text('currency')),
  }
}

function readAmount(choice: string, typed: string): number | undefined {
  if (choice !== OTHER_AMOUNT) return /^\d{1,9}$/.test(choice) ? Number(choice) : undefined
  const parsed = parseAmount(typed)
  if ('cents' in parsed) return parsed.cents
  throw new Refusal('invalid_input', parsed.error, { otherAmount: parsed.error })
}
