import { block, bold, document, heading, link, paragraph, value } from '../build-rich-text.ts'
import type { PageFields } from '../content.ts'

export const PRIVACY: PageFields = {
  title: 'Privacy',
  lead: 'We keep what we need for your orders and what you’ve asked us to keep. Nobody tracks you around this store.',
  description:
    'What {{store-name}} stores about you, which cookies we set, who we share data with, and how to delete it all.',
  body: document(
    heading('What we store'),
    paragraph(
      bold('With an order:'),
      ' your email address, your shipping address, a phone number for the carrier, what you bought, and what it cost. We need this to ship your order, and our accounting records must keep the amounts.',
    ),
    paragraph(
      bold('With an account:'),
      ' your email address; your name, phone number, date of birth, and addresses, if you enter them; your settings and your orders; and where you’re signed in, with the browser type and IP address, so that you can review your sessions and end them. We store your password only as a hash, never the password itself.',
    ),
    paragraph(bold('With the newsletter:'), ' your email address, and when you confirmed your subscription.'),
    paragraph(
      bold('With an email about a product:'),
      ' your email address, the product, and when you asked. Your wish list, if you have an account.',
    ),
    paragraph(
      bold('With a reminder of your checkout:'),
      ' your email address and your cart, if you ask us to remind you. We send one email.',
    ),
    paragraph(
      bold('With a gift card:'),
      ' the names of the giver and the recipient, the recipient’s email address, and the message.',
    ),
    paragraph(
      'We delete the text of emails once they’re sent and keep only a record of when we sent them. Data that limits password guessing, such as failed sign-ins, is deleted after a day.',
    ),
    heading('How long we store it'),
    block('retention-periods'),
    heading('Cookies'),
    block('cookies'),
    heading('Who we share data with'),
    block('data-sharing'),
    heading('Your choices'),
    paragraph(
      'In your account’s ',
      link('settings', '/profile?tab=settings'),
      ', choose which emails we send and whether we may remember what you viewed to recommend products. We don’t unless you opt in.',
    ),
    paragraph(
      'Under ',
      link('Your data', '/profile/security#data'),
      ', download everything we know about you or delete your account. Your orders then stay in our books without your personal details.',
    ),
    paragraph('For anything else, or if you don’t have an account, write to ', value('support-email'), '.'),
  ),
}
