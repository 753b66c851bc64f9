import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { screenUrls } from './admin/screens.ts'

export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('categories', 'storefront/categories.tsx'),
    route('collections/:slug', 'storefront/collection.tsx'),
    route('product/:id', 'storefront/product/product.tsx'),
    route('search', 'storefront/search/search.tsx'),
    route('shipping-returns', 'storefront/content/page.tsx', { id: 'shipping-returns' }),
    route('privacy', 'storefront/content/page.tsx', { id: 'privacy' }),
    route('terms', 'storefront/content/page.tsx', { id: 'terms' }),
    route('contact', 'storefront/content/page.tsx', { id: 'contact' }),
    route('pages/:slug', 'storefront/content/page.tsx'),
    route('journal', 'storefront/content/journal.tsx'),
    route('journal/:slug', 'storefront/content/post.tsx'),
    route('preview/:id', 'storefront/content/preview.tsx'),
    route('coming-soon', 'storefront/coming-soon.tsx'),
    route('avoid-list', 'avoid-list/avoid-list.tsx'),
    ...withForms('wishlist', 'wishlist/wishlist.tsx', ['emails', 'link']),
    route('wishlist/shared', 'wishlist/shared.tsx'),
    route('wishlist/notify', 'wishlist/notify.tsx'),
    route('wishlist/confirm', 'wishlist/confirm.tsx'),
    route('wishlist/unsubscribe', 'wishlist/unsubscribe.tsx'),
    route('newsletter', 'storefront/newsletter/newsletter.tsx'),
    route('newsletter/confirm', 'storefront/newsletter/confirm.tsx'),
    route('newsletter/unsubscribe', 'storefront/newsletter/unsubscribe.tsx'),
    route('consultant', 'storefront/consultant/consultant-page.tsx'),
    route('cart', 'cart/cart.tsx'),
    route('checkout', 'checkout/checkout.tsx'),
    route('checkout/pay', 'checkout/payment-form/pay.tsx'),
    route('checkout/resume', 'checkout/reminders/resume.tsx'),
    route('payment-success', 'checkout/payment-success.tsx'),
    route('pay/:id', 'pay/pay.tsx'),
    route('gift-cards', 'gift-cards/gift-cards.tsx'),
    route('gift-cards/balance', 'gift-cards/balance.tsx'),
    route('orders', 'orders/orders.tsx'),
    ...withForms('orders/:number', 'orders/order.tsx', [
      'cancellation',
      'returns',
      'payment',
      'reviews',
      'reorder',
      'gift-card',
    ]),
    route('login', 'account/sign-in/login.tsx'),
    route('customer/login', 'account/sign-in/login.tsx', { id: 'customer-login' }),
    route('login/code', 'account/sign-in/second-factor.tsx'),
    route('login/google', 'account/sign-in/connect-google.tsx'),
    route('signup', 'account/sign-in/sign-up.tsx'),
    route('admin/login', 'account/sign-in/admin-login.tsx'),
    route('setup', 'account/sign-in/admin-setup.tsx'),
    route('admin/setup', 'account/sign-in/admin-setup.tsx', { id: 'admin-setup' }),
    route('confirm-email', 'account/sign-in/confirm-email.tsx'),
    route('confirm-email/new', 'account/sign-in/confirm-new-email.tsx'),
    route('reset-password', 'account/sign-in/reset-password.tsx'),
    route('invitation', 'account/sign-in/staff-invitation.tsx'),
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
      'second-factor/codes',
      'second-factor/removal',
      'passkeys',
      'passkeys/:id/removal',
      'export',
      'deletion',
    ]),
    ...withForms('profile/payment-methods', 'account/payment-methods/payment-methods.tsx', [':id/removal']),
    ...withForms('profile/avoid-list', 'account/avoid-list/avoid-list.tsx', ['removal']),
    route('demo/ui', 'storefront/component-gallery.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('admin', 'admin/layout.tsx', [
    layout('admin/ui/screen-boundary.tsx', { id: 'a' }, adminScreens('a')),
  ]),
  route('legacy-admin', 'legacy-admin/layout.tsx', [
    layout('admin/ui/screen-boundary.tsx', { id: 'l' }, adminScreens('l')),
  ]),
  route('login/passkey', 'account/sign-in/passkey-sign-in.ts'),
  route('profile/passkeys', 'account/security/passkey-options.ts'),
  route('profile/data', 'account/security/download-my-data.ts'),
  route('sign-out', 'account/sign-in/sign-out.ts'),
  route('gift-cards/:id', 'gift-cards/gift-card.tsx'),
  route('orders/:number/invoice', 'orders/documents/own-document.tsx', { id: 'invoice' }),
  route('orders/:number/credit-notes/:creditNote', 'orders/documents/own-document.tsx', {
    id: 'credit-note',
  }),
  route('cart/lines', 'cart/routes/add-line.ts'),
  route('cart/lines/:productId', 'cart/routes/change-line.ts'),
  route('cart/clear', 'cart/routes/clear-cart.ts'),
  route('cart/samples', 'cart/routes/choose-samples.ts'),
  route('cart/merge', 'cart/routes/merge-cart.ts'),
  route('wishlist/items', 'wishlist/items.ts'),
  route('wishlist/products', 'wishlist/products.ts'),
  route('search/suggestions', 'storefront/search/suggestions.ts'),
  route('checkout/express', 'checkout/express/frame.tsx'),
  route('checkout/express/quote', 'checkout/express/quote.ts'),
  route('checkout/express/order', 'checkout/express/order.ts'),
  route('cart/shown', 'cart/routes/displayed-cart.ts'),
  route('checkout/reminder', 'checkout/reminders/save-reminder.ts'),
  route('region', 'storefront/region/choose-region.ts'),
] satisfies RouteConfig

/** The screens of the back office, once for each of its two layouts. */
function adminScreens(layout: string): RouteConfigEntry[] {
  const screens = [...screenUrls(), { url: '*', file: 'not-found.tsx' }]
  // Every page loads the route manifest, so these IDs are short.
  return screens.map(({ url, file }, count) => {
    const options = { id: `${layout}${count}` }
    return url ? route(url, `admin/${file}`, options) : index(`admin/${file}`, options)
  })
}

/** A page and its forms. Each form posts to its own URL, and shows its page again if it is refused. */
function withForms(path: string, file: string, forms: string[]): RouteConfigEntry[] {
  return [path, ...forms.map((form) => `${path}/${form}`)].map((url) => route(url, file, { id: url }))
}
