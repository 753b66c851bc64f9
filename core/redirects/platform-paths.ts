/** Pages of other platforms, and what stands in their place here. `$1` is what the pattern caught. */
const PLATFORM_PATHS: readonly (readonly [RegExp, string])[] = [
  // Shopify
  [/^\/(?:collections\/[^/]+\/)?products\/([^/]+)$/, '/product/$1'],
  [/^\/collections(?:\/all)?$/, '/categories'],
  [/^\/collections\/frontpage$/, '/'],
  [/^\/blogs\/[^/]+\/([^/]+)$/, '/journal/$1'],
  [/^\/blogs\/[^/]+$/, '/journal'],
  [/^\/account(?:\/(?:login|register|addresses))?$/, '/profile'],
  [/^\/policies\/privacy-policy$/, '/privacy'],
  [/^\/policies\/(?:refund|shipping)-policy$/, '/shipping-returns'],
  [/^\/policies\/terms-of-(?:service|sale)$/, '/terms'],
  [/^\/policies\/contact-information$/, '/contact'],
  // WooCommerce
  [/^\/shop(?:\/page\/[0-9]+)?$/, '/categories'],
  [/^\/shop\/([^/]+)$/, '/product/$1'],
  [/^\/my-account(?:\/.*)?$/, '/profile'],
  [/^\/basket$/, '/cart'],
  [/^\/(?:pages\/)?contact(?:-us)?$/, '/contact'],
  [/^\/(?:pages\/)?(?:refund_returns|shipping|returns|shipping-(?:and-)?returns)$/, '/shipping-returns'],
  [/^\/privacy-policy$/, '/privacy'],
  [/^\/terms-(?:and-)?conditions$/, '/terms'],
]

/** The category of a WooCommerce address, by its slug: the last part. */
const CATEGORY_PATH = /^\/product-category\/(?:[^/]+\/)*([^/]+)$/

export type PlatformPage = { path: string } | { product: string } | { categorySlug: string }

/** The path is in lower case and without a slash at its end. */
export function platformPage(path: string): PlatformPage | null {
  const [, categorySlug] = CATEGORY_PATH.exec(path) ?? []
  if (categorySlug) return { categorySlug }
  for (const [pattern, target] of PLATFORM_PATHS) {
    const [, slug] = pattern.exec(path) ?? []
    if (slug && target === '/product/$1') return { product: slug }
    if (pattern.test(path)) return { path: target.replace('$1', slug ?? '') }
  }
  return null
}
