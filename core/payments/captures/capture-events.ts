/** About payments that are captured later than at checkout. */
export const CAPTURE_EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'charge.captured',
  'charge.expired',
] as const
