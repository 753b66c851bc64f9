/** What subscribers agreed to, by version. A text is never changed: a new one gets a new version where it is shown. */
export const NEWSLETTER_CONSENTS = {
  'confirmation-1': 'One more click, and you’ll get our next newsletter.',
  'settings-1': 'Promotional emails',
  // Of an import: they agreed in the store that the brand had before.
  'former-store-1': 'Agreed to marketing emails in the former store',
} as const
export type NewsletterConsent = keyof typeof NEWSLETTER_CONSENTS
