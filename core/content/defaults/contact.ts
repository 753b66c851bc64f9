import { block, document, heading, link, paragraph, value } from '../build-rich-text.ts'
import type { PageFields } from '../content.ts'

export const CONTACT: PageFields = {
  title: 'Contact',
  lead: 'A real person reads every message and answers every call.',
  description: 'How to reach a person at {{store-name}}, by phone or email.',
  body: document(
    heading('Email us'),
    block('contact-email'),
    paragraph('Ask us about a product, an order, an ingredient, or anything else.'),
    heading('Call us'),
    block('contact-phone'),
    heading('Orders'),
    paragraph(
      'Please have your order number ready. It starts with EB and is in every order email. We’ll never ask for your password or your card number.',
    ),
    paragraph(link('View your orders', '/orders')),
    heading('Returns'),
    paragraph(
      'You have ',
      value('return-days'),
      ' days to request a return, for any reason. ',
      link('How to return an item', '/shipping-returns'),
    ),
    heading('Your data'),
    paragraph(
      'You can view, download, and delete it yourself. ',
      link('What we store, and for how long', '/privacy'),
    ),
  ),
}
