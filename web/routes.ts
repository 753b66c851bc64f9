import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('storefront/frame.tsx', [
    index('storefront/home.tsx'),
    route('categories', 'storefront/categories.tsx'),
    route('product/:id', 'storefront/product.tsx'),
    route('demo/ui', 'storefront/ui-parts.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('region', 'storefront/choose-region.ts'),
] satisfies RouteConfig
