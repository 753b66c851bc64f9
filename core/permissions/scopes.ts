/** What a key may do, as permissions. None includes staff, keys, settings, or sign-in. */
export const SCOPES = {
  'orders:read': { title: 'Read orders and amounts', permissions: ['orders.view', 'orders.prices'] },
  'orders:write': {
    title: 'Create, ship, and change orders and returns',
    permissions: [
      'orders.view',
      'orders.prices',
      'orders.ship',
      'orders.note',
      'orders.edit',
      'orders.create',
      'returns.process',
    ],
  },
  'refunds:write': {
    title: 'Refund orders',
    permissions: ['orders.view', 'orders.prices', 'orders.refund'],
  },
  'products:read': { title: 'Read products and stock', permissions: ['products.view'] },
  'products:write': { title: 'Change products', permissions: ['products.view', 'products.edit'] },
  'stock:write': { title: 'Change stock', permissions: ['products.view', 'stock.edit'] },
  'media:write': { title: 'Read and change files', permissions: ['media.edit'] },
  'content:write': { title: 'Change pages and posts', permissions: ['content.edit'] },
  'offers:write': { title: 'Read and change offers', permissions: ['offers.edit'] },
  'gift-cards:write': { title: 'Read and change gift cards', permissions: ['gift-cards.edit'] },
  'reviews:write': { title: 'Read and moderate reviews', permissions: ['reviews.moderate'] },
  'newsletter:read': { title: 'Read newsletter subscribers', permissions: ['newsletter.view'] },
  'customers:read': { title: 'Read customers', permissions: ['customers.view'] },
  'accounting:read': { title: 'Read the books', permissions: ['accounting.view'] },
  'analytics:read': { title: 'Read analytics', permissions: ['analytics.view'] },
  'webhooks:write': { title: 'Read and change webhooks', permissions: ['webhooks.edit'] },
} as const satisfies Record<string, { title: string; permissions: readonly string[] }>
export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]

/** The narrowest scope that includes the permission. */
export function scopeFor(permission: string): Scope | undefined {
  const including = SCOPE_NAMES.filter((name) =>
    SCOPES[name].permissions.some((included) => included === permission),
  )
  return including.toSorted((a, b) => SCOPES[a].permissions.length - SCOPES[b].permissions.length)[0]
}
