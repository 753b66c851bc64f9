import { RETENTION } from '../retention.ts'
import type { PersonalTable } from './data-classes.ts'

const OWN_ID = 'The account’s ID, which is the same in every row'

export const WISHLIST_DATA: Record<string, PersonalTable> = {
  wishlists: {
    name: 'wish_list',
    holds: 'Whether the wish list is shared and sends emails, and the consent to these',
    class: 'contact',
    owner: { account: 'profile_id' },
    exported: 'shows_name shared_at alerts_consent alerts_consented_at',
    withheld: { profile_id: OWN_ID, share_token: 'Anyone with it can open the list' },
    retention: 'Until the account is deleted',
  },
  wishlist_items: {
    name: 'wish_list_items',
    holds: 'Products on the wish list',
    class: 'purchase',
    owner: { account: 'profile_id' },
    exported: 'product_id added_price created_at',
    withheld: { profile_id: OWN_ID },
    retention: 'Until it is removed or the account is deleted',
  },
  checkout_reminders: {
    name: 'checkout_reminders',
    holds: 'Reminders of a checkout that the customer asked for: email address, cart, and the consent',
    class: 'contact',
    owner: { account: 'user_id', email: 'email' },
    exported: 'id email lines code region consent state requested_at send_at closed_at',
    withheld: { user_id: OWN_ID },
    retention: `${RETENTION.checkoutReminderDays} days after it was sent or is no longer needed`,
  },
  product_alerts: {
    name: 'wish_list_emails',
    holds: 'Emails about products of the wish list that the customer asked for, and the consent to them',
    class: 'contact',
    owner: { account: 'profile_id', email: 'email' },
    exported: 'id kind product_id email state requested_at sent_at consent confirm_until',
    withheld: { profile_id: OWN_ID, confirm_hash: 'It could confirm the request' },
    retention: `Until the product is removed from the list. Without an account: ${RETENTION.guestAlertDays} days, or ${RETENTION.newsletterRequestDays} if never confirmed`,
  },
}
