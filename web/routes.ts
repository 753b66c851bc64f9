import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('storefront/frame.tsx', [
    index('storefront/home.tsx'),
    route('categories', 'storefront/categories.tsx'),
    route('product/:id', 'storefront/product.tsx'),
    route('login', 'account/login.tsx'),
    route('customer/login', 'account/login.tsx', { id: 'customer-login' }),
    route('login/code', 'account/second-step.tsx'),
    route('signup', 'account/sign-up.tsx'),
    route('admin/login', 'account/admin-login.tsx'),
    route('setup', 'account/set-up.tsx'),
    route('admin/setup', 'account/set-up.tsx', { id: 'admin-setup' }),
    route('reset-password', 'account/reset-password.tsx'),
    route('profile', 'account/profile.tsx'),
    route('profile/security', 'account/security.tsx'),
    route('demo/ui', 'storefront/ui-parts.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('admin/*', 'admin/back-office.tsx'),
  route('login/passkey', 'account/passkey-sign-in.ts'),
  route('profile/passkeys', 'account/passkey-offer.ts'),
  route('profile/data', 'account/my-data.ts'),
  route('sign-out', 'account/sign-out.ts'),
  route('region', 'storefront/choose-region.ts'),
] satisfies RouteConfig
