import { z } from 'zod'

/** The first part of each of the store’s own addresses. A page with one of these names would be confused with it. */
const RESERVED_SLUGS = new Set(
  `account admin api auth avoid-list cart categories checkout collections coming-soon confirm-email consultant contact customer demo feed feeds gift-cards health home
  journal legacy-admin login media metrics newsletter invitation offline orders pages pay payment-success preview privacy product profile region
  reset-password robots search setup shipping-returns sign-out signup sitemap storage terms wishlist`.split(
    /\s+/,
  ),
)

export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.has(slug)

export const ContentSlug = z
  .string()
  .trim()
  .min(1, 'Enter an address.')
  .max(80, 'Use at most 80 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and single hyphens, such as our-story.')
  .refine((slug) => !isReservedSlug(slug), 'The store uses this address itself. Choose another one.')
