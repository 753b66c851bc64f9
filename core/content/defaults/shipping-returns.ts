import { block, document, heading, link, paragraph, value } from '../build-rich-text.ts'
import type { PageFields } from '../content.ts'

export const SHIPPING_RETURNS: PageFields = {
  title: 'Shipping and returns',
  lead: 'One flat fee, or none. {{return-days-in-words}} days to change your mind.',
  description: 'What shipping costs, where we ship, and how to return an order within {{return-days}} days.',
  body: document(
    heading('Shipping costs'),
    block('shipping-costs'),
    paragraph(
      'Free shipping is based on your subtotal before discounts, so using a code never costs you free shipping. ',
      value('tax-sentence'),
    ),
    heading('Where we ship'),
    paragraph('We ship to addresses in ', value('shipping-countries'), '.'),
    paragraph(
      'The country follows the currency you see. You can change it at the top of every page, and checkout shows it again with the address.',
    ),
    heading('Tracking your order'),
    paragraph(
      'We email you when your payment goes through and again when your order ships. If you have an account, you can turn off both emails in its ',
      link('settings', '/profile?tab=settings'),
      ' and check the status of each order in ',
      link('your orders', '/orders'),
      '. If you don’t have an account, use the link in the email.',
    ),
    paragraph('You can cancel an order yourself until it ships. We’ll refund your card in full.'),
    heading('Returns within ', value('return-days'), ' days'),
    paragraph(
      'You have ',
      value('return-days'),
      ' days from the day your order arrives to request a return: open the order, choose what to send back, and tell us why. Your reason helps us, but it doesn’t affect our decision.',
    ),
    paragraph(
      'Once we approve your return, we refund what you paid for those products, including tax, to the card you paid with. Please send them back as they are: opened is fine, empty isn’t.',
    ),
    paragraph(
      'If something arrives damaged or isn’t what you ordered, ',
      link('let us know', '/contact'),
      '. We’ll make it right and pay for return shipping.',
    ),
  ),
}
