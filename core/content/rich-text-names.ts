export const RICH_TEXT_LIMITS = { jsonBytes: 200_000, nodes: 5000, characters: 100_000, depth: 16 } as const

/** Lists can be nested this deep. */
export const MAX_LIST_DEPTH = 3

/** Short texts that the store fills in, so that a page never contradicts the settings. */
export const RICH_TEXT_VALUES = {
  'store-name': 'Store name',
  'support-email': 'Email address',
  'support-phone': 'Phone number',
  'return-days': 'Days to return an order',
  'return-days-in-words': 'Days to return an order, in words',
  'shipping-fee': 'Shipping fee',
  'free-shipping-threshold': 'Free shipping threshold',
  'shipping-countries': 'Countries you ship to',
  'tax-rate': 'Tax rate',
  'tax-sentence': 'Sentence about tax',
  'payment-provider': 'Payment provider',
} as const
export type RichTextValue = keyof typeof RICH_TEXT_VALUES

/** Parts of a page that the store writes. */
export const RICH_TEXT_BLOCKS = {
  'shipping-costs': 'Shipping costs',
  'contact-email': 'Email address, large',
  'contact-phone': 'Phone number, large',
  'retention-periods': 'How long data is stored',
  cookies: 'Cookies and browser storage',
  'data-sharing': 'Who data is shared with',
  'demo-notice': 'Notice of a demo store',
} as const
export type RichTextBlock = keyof typeof RICH_TEXT_BLOCKS
