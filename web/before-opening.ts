/** Pages by the pattern of their route: accounts and past orders, the policies, the newsletter, and the back office. */
const OPEN_PAGES =
  /^(coming-soon|shipping-returns|privacy|terms|contact|newsletter|login|customer\/login|signup|sign-out|setup|confirm-email|reset-password|invitation|profile|orders|payment-success|checkout\/pay|cart\/merge|wishlist\/items|wishlist\/unsubscribe|region|admin|legacy-admin|preview|demo)(\/|$)/

/** Whether shoppers can use a page before the store opens. */
export const isOpenBeforeStore = (pattern: string): boolean => OPEN_PAGES.test(pattern)
