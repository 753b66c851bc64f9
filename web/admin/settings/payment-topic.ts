import { METHODS, OPTIONAL_METHODS, type OptionalMethod } from '#core/settings/payment-methods.ts'
import type { SettingField, Topic } from './topic.ts'

const HINTS: Record<OptionalMethod, string> = {
  link: 'Stripe’s wallet',
  paypal: 'For Stripe accounts in Europe',
  klarna: 'Buy now, pay later',
  upi: 'For rupees, as only cards are otherwise',
  ideal: 'For euros, which no region uses yet',
  bancontact: 'For euros, which no region uses yet',
}

export const PAYMENT_TOPIC: Topic = {
  id: 'payments',
  title: 'Payments',
  lead: 'Payment details go from the shopper’s browser to Stripe. The store never sees them.',
  groups: [
    {
      fields: [
        {
          name: 'payments.form',
          label: 'Shoppers pay',
          kind: 'choice',
          options: [
            ['provider', 'On Stripe’s page'],
            ['store', 'On a page of the store'],
          ],
          hint: 'On a page of the store, Stripe’s form is shown with Apple Pay and Google Pay on top. Without scripts, Stripe’s page opens.',
          wide: true,
        },
        {
          name: 'payments.express',
          label: 'Express buttons',
          kind: 'choice',
          options: [
            ['nowhere', 'Off'],
            ['cart', 'In the cart and at checkout'],
            ['products', 'On product pages too'],
          ],
          hint: 'Apple Pay, Google Pay, and the wallets below that are on. The address comes from the wallet, so shoppers skip the checkout form.',
          wide: true,
        },
      ],
    },
    {
      title: 'When shoppers are charged',
      fields: [
        {
          name: 'payments.capture',
          label: 'Take payment',
          kind: 'choice',
          options: [
            ['checkout', 'At once'],
            ['shipping', 'When orders ship'],
          ],
          hint: 'When orders ship: cards are authorized at checkout and charged once you mark the order as shipped. Most authorizations end after 7 days, and you get an email 2 days before. Only cards, Link, PayPal, and Klarna are offered. Gift cards, pre-orders, and payment links are charged at once.',
          wide: true,
        },
      ],
    },
    {
      title: 'Ways to pay besides cards',
      text: 'Apple Pay and Google Pay come with cards. Turn a method on here and in Stripe’s dashboard (Settings → Payment methods): shoppers see those that are on in both, and allowed for their country and amount.',
      fields: OPTIONAL_METHODS.map((method): SettingField => {
        const { name } = METHODS[method]
        return { name: `payments.methods.${method}`, label: name, kind: 'switch', hint: HINTS[method] }
      }),
    },
    {
      title: 'Saved payment methods',
      text: 'Customers who are signed in can save a card or another way to pay for their next order, if they agree on Stripe’s form. Stripe stores it; the store only knows the ID of the customer at Stripe. They see and remove what they saved on My Profile. Guests can’t save anything.',
      fields: [
        {
          name: 'payments.saveMethods',
          label: 'Let customers save payment methods',
          kind: 'switch',
          hint: 'If you turn it off, what was saved is no longer offered at checkout, and customers can still remove it.',
        },
      ],
    },
    {
      title: 'Cards and Apple Pay',
      fields: [
        {
          name: 'payments.statementSuffix',
          label: 'On card statements',
          kind: 'text',
          hint: 'Up to 10 characters, after the prefix in Stripe’s dashboard, so that buyers recognize the payment',
          wide: true,
        },
        {
          name: 'payments.applePayFile',
          label: 'Apple Pay domain file',
          kind: 'paragraph',
          hint: 'Only for the payment form on a page of the store, if Stripe’s dashboard (Settings → Payment method domains) offers the file. Paste its text: the store shows it to Apple.',
          wide: true,
        },
      ],
    },
    {
      title: 'Payments that take longer',
      text: 'Some payments wait for an app or a bank. Meanwhile the order says “Payment processing”, and its items stay held. Bank debits and vouchers (ACH, SEPA, Bacs, OXXO, Boleto) aren’t offered: they take days, longer than items should be held for a payment that may fail.',
      fields: [
        {
          name: 'payments.processingHours',
          label: 'Hold items for (hours)',
          kind: 'number',
          hint: 'From 1 to 72. Then the order is cancelled. A payment that still succeeds later revives it, or is refunded.',
          wide: true,
        },
      ],
    },
  ],
}
