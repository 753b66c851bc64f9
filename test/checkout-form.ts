/** What a shopper enters at checkout, by the labels of the fields. */
export const SHIPPING_FIELDS = {
  'First Name *': 'Rosa',
  'Last Name *': 'Quill',
  'Address *': '12 Pear Lane',
  'City *': 'Albany',
  'State *': 'NY',
  'ZIP Code *': '12207',
  'Mobile Number *': '(518) 555-0142',
}

export const CHECKOUT_FIELDS = { 'Email *': 'rosa@orchard.example', ...SHIPPING_FIELDS }

export const DEMO_PAYMENT = { 'Credit or debit card': false, 'Demo payment': true }

/** The name of the button, which has the total. */
export function placeButton({ buttons }: { buttons: string[] }): string {
  return buttons.find((name) => name.startsWith('Place order')) ?? ''
}
