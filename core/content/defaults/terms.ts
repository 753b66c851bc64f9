import { document, heading, link, paragraph, value } from '../build-rich-text.ts'
import type { PageFields } from '../content.ts'

export const TERMS: PageFields = {
  title: 'Terms',
  lead: 'What we promise each other when you shop here, short enough to read in one sitting.',
  description: 'What we promise each other when you buy from {{store-name}}.',
  body: document(
    heading('Orders'),
    paragraph(
      'We offer the products in this store for sale as long as they’re in stock. When you place an order, we hold its items for you while you pay. Once your payment arrives, we have a contract, and we confirm it by email. If your payment doesn’t arrive, the order is cancelled automatically and costs you nothing.',
    ),
    paragraph('If your payment arrives late and the product has sold out, we refund you automatically.'),
    heading('Prices'),
    paragraph(
      'Prices are shown in the currency of the region at the top of the page. Checkout lists products, discounts, shipping, and tax line by line, and the total it shows is what we charge, to the cent. If a price changes while you’re buying, we ask you to confirm before we charge anything.',
    ),
    paragraph(
      'An offer code applies once you enter it in your cart or at checkout, under the conditions shown with the offer.',
    ),
    heading('Payment'),
    paragraph(
      'Our payment provider charges cards on its own pages. We never see your card number, and we don’t store it.',
    ),
    heading('Cancellations and returns'),
    paragraph(
      'You can cancel until your order ships, and return what you bought within ',
      value('return-days'),
      ' days of receiving it. For details, see ',
      link('Shipping and returns', '/shipping-returns'),
      '. These rights are in addition to those under the laws of your country, and never reduce them.',
    ),
    heading('Your account'),
    paragraph(
      'You can buy without an account. If you have one, keep its password to yourself and tell us if someone else may know it. You can ',
      link('delete your account', '/profile/security#data'),
      ' at any time. Your orders stay in our books, without your name.',
    ),
    heading('Reviews'),
    paragraph(
      'Only customers who bought a product can review it. Tell us what you think, good or bad. We remove only reviews that insult, advertise, or name other people.',
    ),
    heading('Skin is personal'),
    paragraph(
      'Every product page lists all ingredients. Please read them if you have an allergy, try a little first, and stop using a product if it doesn’t suit you. Nothing here is medical advice, including the consultant on our home page, which is a demo.',
    ),
    heading('If something goes wrong'),
    paragraph(
      'We’re responsible for what we sell and for what we say. Write to ',
      value('support-email'),
      ', and a person will look into it. If these terms change, the terms in effect when you placed an order still apply to it.',
    ),
  ),
}
