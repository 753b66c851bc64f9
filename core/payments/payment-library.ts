/** The provider's library for browsers, which shows its payment form on a page of the store. */
export type PaymentLibrary = {
  url: string
  /** Identifies the store's account at the provider. Not a secret. */
  publishableKey: string
  /** What the content security policy of the page with the form allows, besides the store itself. */
  hosts: LibraryHosts
}

export type LibraryHosts = {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  images: readonly string[]
}

const NO_HOSTS: LibraryHosts = { scripts: [], frames: [], connections: [], images: [] }

/** Those that Stripe documents for its library, without the maps that complete addresses. */
const STRIPE_HOSTS: LibraryHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
}

/** Of the release whose types the store is built with. Stripe allows no copy of it, and no hash of it stays valid. */
const STRIPE_LIBRARY = 'https://js.stripe.com/endive/stripe.js'

export const SANDBOX_LIBRARY_PATH = '/demo/card/library.js'

export const stripeLibrary = (publishableKey: string): PaymentLibrary => {
  return { url: STRIPE_LIBRARY, publishableKey, hosts: STRIPE_HOSTS }
}

/** The sandbox's, which behaves like Stripe's. */
export const sandboxLibrary: PaymentLibrary = {
  url: SANDBOX_LIBRARY_PATH,
  publishableKey: 'pk_test_sandbox',
  hosts: NO_HOSTS,
}
