import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('categories', 'storefront/categories.tsx'),
    route('product/:id', 'storefront/product/product.tsx'),
    route('search', 'storefront/search/search.tsx'),
    route('shipping-returns', 'storefront/policies/shipping-returns.tsx'),
    route('privacy', 'storefront/policies/privacy.tsx'),
    route('terms', 'storefront/policies/terms.tsx'),
    route('contact', 'storefront/policies/contact.tsx'),
    route('newsletter', 'storefront/newsletter/newsletter.tsx'),
    route('newsletter/confirm', 'storefront/newsletter/confirm.tsx'),
    route('newsletter/unsubscribe', 'storefront/newsletter/unsubscribe.tsx'),
    route('consultant', 'storefront/consultant/consultant-page.tsx'),
    route('cart', 'cart/cart.tsx'),
    route('checkout', 'checkout/checkout.tsx'),
    route('payment-success', 'checkout/payment-success.tsx'),
    route('orders', 'orders/orders.tsx'),
    ...withForms('orders/:number', 'orders/order.tsx', ['cancellation', 'returns', 'reviews', 'reorder']),
    route('login', 'account/sign-in/login.tsx'),
    route('customer/login', 'account/sign-in/login.tsx', { id: 'customer-login' }),
    route('login/code', 'account/sign-in/second-factor.tsx'),
    route('signup', 'account/sign-in/sign-up.tsx'),
    route('admin/login', 'account/sign-in/admin-login.tsx'),
    route('setup', 'account/sign-in/admin-setup.tsx'),
    route('admin/setup', 'account/sign-in/admin-setup.tsx', { id: 'admin-setup' }),
    route('confirm-email', 'account/sign-in/confirm-email.tsx'),
    route('reset-password', 'account/sign-in/reset-password.tsx'),
    ...withForms('profile', 'account/profile/profile.tsx', [
      'details',
      'addresses',
      'addresses/:id',
      'addresses/:id/removal',
      'addresses/:id/default',
      'settings',
    ]),
    ...withForms('profile/security', 'account/security/security.tsx', [
      'password',
      'email',
      'sessions/:id/end',
      'sessions/end-others',
      'second-factor',
      'second-factor/confirmation',
      'second-factor/removal',
      'passkeys',
      'passkeys/:id/removal',
      'deletion',
    ]),
    route('demo/ui', 'storefront/component-gallery.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('admin', 'admin/layout.tsx', adminScreens('a')),
  route('legacy-admin', 'legacy-admin/layout.tsx', adminScreens('l')),
  route('login/passkey', 'account/sign-in/passkey-sign-in.ts'),
  route('profile/passkeys', 'account/security/passkey-options.ts'),
  route('profile/data', 'account/security/download-my-data.ts'),
  route('sign-out', 'account/sign-in/sign-out.ts'),
  route('orders/:number/invoice', 'orders/documents/invoice.tsx'),
  route('orders/:number/credit-notes/:creditNote', 'orders/documents/credit-note.tsx'),
  route('cart/lines', 'cart/routes/add-line.ts'),
  route('cart/lines/:productId', 'cart/routes/change-line.ts'),
  route('cart/clear', 'cart/routes/clear-cart.ts'),
  route('cart/merge', 'cart/routes/merge-cart.ts'),
  route('search/suggestions', 'storefront/search/suggestions.ts'),
  route('cart/shown', 'cart/routes/displayed-cart.ts'),
  route('region', 'storefront/region/choose-region.ts'),
] satisfies RouteConfig

/** The screens of the back office, once for each of its two layouts. */
function adminScreens(layout: string): RouteConfigEntry[] {
  // Every page loads the route manifest, so these IDs are short.
  let count = 0
  const id = () => `${layout}${count++}`
  const screen = (path: string, file: string) => route(path, `admin/${file}`, { id: id() })
  const screenWithForms = (path: string, file: string, forms: string[]) =>
    withForms(path, `admin/${file}`, forms, id)
  return [
    index('admin/dashboard/dashboard.tsx', { id: id() }),
    screen('users', 'customers/users.tsx'),
    ...screenWithForms('users/:id', 'customers/customer-details.tsx', ['sign-out', 'block', 'unblock']),
    screen('orders', 'orders/orders.tsx'),
    ...screenWithForms('orders/ship', 'orders/ship-orders.tsx', ['undo']),
    ...screenWithForms('orders/:number', 'orders/order-details.tsx', [
      'shipment',
      'tracking',
      'status',
      'refunds',
      'refunds/:refund/retry',
      'refunds/:refund/resolution',
      'notes',
      'emails',
      'returns/:return/receipt',
      'returns/:return/inspection',
      'returns/:return/refund',
      'returns/:return/decline',
    ]),
    screen('orders/:number/:document', 'orders/order-document.tsx'),
    ...screenWithForms('products', 'products/products.tsx', ['restore']),
    screen('products/new', 'products/product-new.tsx'),
    screen('products/grid', 'products/grid/product-grid.tsx'),
    screen('products/import', 'import/product-imports.tsx'),
    screen('products/import/:id', 'import/import-details.tsx'),
    ...screenWithForms('products/:id', 'products/product-details.tsx', [
      'stock',
      'pictures',
      'archive',
      'restore',
      'duplicate',
      'discard',
    ]),
    screen('accounting', 'accounting/accounting-entries.tsx'),
    ...screenWithForms('accounting/ledger', 'accounting/accounting-ledger.tsx', [
      'months/:month/close',
      'months/:month/reopen',
    ]),
    screen('accounting/:report', 'accounting/accounting-report.tsx'),
    screen('analytics', 'dashboard/analytics.tsx'),
    screen('returns', 'returns.tsx'),
    screen('reviews', 'reviews.tsx'),
    ...screenWithForms('offers', 'offers.tsx', [':id/pause', ':id/resume']),
    screen('newsletter', 'customers/newsletter.tsx'),
    screen('audit', 'audit.tsx'),
    ...screenWithForms('media', 'files/media.tsx', ['alt-text', 'delete', 'delete-selected']),
    ...screenWithForms('uploads', 'files/uploads.tsx', ['delete', 'delete-selected']),
    screen('user-management', 'customers/user-management.tsx'),
    screen('find', 'search/admin-search.tsx'),
    screen('export/:list', 'csv-export.ts'),
    screen('sidebar', 'save-sidebar.ts'),
    screen('*', 'not-found.tsx'),
  ]
}

/** A page and its forms. Each form posts to its own URL, and shows its page again if it is refused. */
function withForms(
  path: string,
  file: string,
  forms: string[],
  id: (path: string) => string = (path) => path,
): RouteConfigEntry[] {
  return [path, ...forms.map((form) => `${path}/${form}`)].map((url) => route(url, file, { id: id(url) }))
}
