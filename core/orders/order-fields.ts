import { type FieldValues, optionalTextField } from '#core/fields/fields.ts'

/** What shoppers can add to an order at checkout, besides the address. It may be personal, so it is deleted with it. */
export const ORDER_FIELDS = {
  giftFrom: optionalTextField({
    label: 'Your name',
    hint: 'If the address is someone else’s: for our emails to you, and on the packing slip.',
    description: 'Who sends a gift to the address of someone else. Emails go to `email`, and name them',
    seenBy: 'everyone',
    maxLength: 60,
  }),
  giftMessage: optionalTextField({
    label: 'Gift message',
    hint: 'Printed on the packing slip, which shows no prices. Up to 300 characters.',
    description: 'For the recipient of a present, printed on the packing slip',
    seenBy: 'everyone',
    maxLength: 300,
    // Browsers send line breaks as two characters, but count one.
    normalize: (text) => text.replaceAll('\r\n', '\n'),
  }),
}

export type OrderFields = FieldValues<typeof ORDER_FIELDS>
