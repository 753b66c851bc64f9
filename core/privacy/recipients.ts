import type { DataClass } from './data-classes.ts'

/** Why each class is processed, and on what ground of Art. 6 GDPR. */
export const PURPOSES: Record<DataClass, { purpose: string; ground: string }> = {
  credential: {
    purpose: 'Signing in to an account',
    ground: 'Contract (Art. 6(1)(b)); security, legitimate interest (f)',
  },
  contact: {
    purpose: 'Accounts, delivery, answers to customers, reviews, and the newsletter',
    ground:
      'Contract (b); the newsletter, reviews, and emails about products: consent (a), with the version of the text agreed to',
  },
  health: {
    purpose: 'Marking products that contain what a customer avoids',
    ground:
      'Explicit consent (Art. 6(1)(a) and 9(2)(a)), with the version of the text agreed to; deleting the list withdraws it',
  },
  purchase: {
    purpose: 'Orders, payments, returns, and accounting',
    ground: 'Contract (b); records of sales: legal obligation (c)',
  },
  security: {
    purpose: 'Protection of accounts and the store, and proof of what staff changed and read',
    ground: 'Legitimate interest (f); security of processing (Art. 32)',
  },
}

export type Recipient = { name: string; receives: string; when: string }

/** Everyone outside the store who receives personal data. A new service that the server calls belongs here. */
export const RECIPIENTS: readonly Recipient[] = [
  {
    name: 'The card provider (Stripe)',
    receives:
      'Amount, items, email address, and the payment details, which are entered in the provider’s pages and frames only. For an account whose owner may save how they pay: its ID and email address, until the account is deleted; what it saves, until it is removed',
    when: 'A card payment, its refunds and disputes. With the payment form on a page of the store, the browser loads it from there, which reveals its IP address. `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY`',
  },
  {
    name: 'The carrier',
    receives: 'Name, address, phone number, and the parcel’s contents where customs ask for them',
    when: 'Staff hand over a parcel; the store sends nothing by itself',
  },
  {
    name: 'The mail server’s provider',
    receives: 'Email addresses and the text of emails',
    when: 'Each email. `SMTP_URL`',
  },
  {
    name: 'Two lookups of countries, by default ipapi.co and ipinfo.io (United States)',
    receives: 'A visitor’s IP address, at most once an hour for each network',
    when: 'A visitor without a chosen region, unless Settings turn it off, or the browser sends Global Privacy Control or Do Not Track. `GEO_URL`, `GEO_FALLBACK_URL`',
  },
  {
    name: 'Have I Been Pwned, or your own copy',
    receives: 'Five characters of the SHA-1 of a new password, from which nobody can be identified',
    when: 'Someone chooses a password, if Settings turn it on. `BREACHED_PASSWORDS_URL`',
  },
  {
    name: 'Google',
    receives: 'That someone signs in to this store; the store receives their name and email address',
    when: 'Someone signs in with Google. `GOOGLE_CLIENT_ID`',
  },
  {
    name: 'The S3 provider',
    receives: 'Pictures and files of staff, which have no customers’ data',
    when: '`S3_BUCKET` is set',
  },
  {
    name: 'Webhook endpoints of the owner',
    receives:
      'Numbers, items, amounts, and tracking numbers of orders; no names, email addresses, or streets',
    when: 'An endpoint is set up under Integrations',
  },
  {
    name: 'Programs with an API key',
    receives: 'What the key’s scopes allow: [visible-data.md](visible-data.md)',
    when: 'A key is created under Integrations',
  },
  {
    name: 'The hosting provider, and where backups are stored',
    receives: 'Everything, on its disks. Encrypted backups can’t be read there',
    when: 'Always',
  },
]
