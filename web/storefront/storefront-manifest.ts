/** The IDs of the routes that the storefront's manifest leaves out, with those below them. */
export const BACK_OFFICE: ReadonlySet<string> = new Set(['admin/layout', 'legacy-admin/layout'])

/** Pages that only emails, redirects, frames, and rare links lead to, so they open as documents, and what those request. */
export const DOCUMENT_PAGES: ReadonlySet<string> = new Set([
  'account/sign-in/confirm-new-email',
  'profile/payment-methods',
  'profile/payment-methods/:id/removal',
  'pay/pay',
  'checkout/payment-form/pay',
  'checkout/express/frame',
  'checkout/express/quote',
  'checkout/express/order',
  'checkout/reminders/resume',
  'storefront/newsletter/confirm',
  'storefront/newsletter/unsubscribe',
  'wishlist/confirm',
  'wishlist/unsubscribe',
])

/** From the admin login, the back office opens in place, and greets with a toast. */
export function needsWholeManifest(routeId: string): boolean {
  return BACK_OFFICE.has(routeId) || DOCUMENT_PAGES.has(routeId) || routeId === 'account/sign-in/admin-login'
}

/** The build writes this manifest, which leaves out the screens of the back office and the pages of emails. The development server doesn't. */
export function storefrontManifestUrl(manifestUrl: string): string {
  return manifestUrl.replace('/assets/manifest-', '/assets/storefront-manifest-')
}
