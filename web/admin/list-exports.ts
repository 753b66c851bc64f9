import type { Permission } from '#core/permissions/permissions.ts'

type ListExport = { permission: Permission; isPersonal?: true }

export const LIST_EXPORTS: Record<string, ListExport | undefined> = {
  orders: { permission: 'orders.view', isPersonal: true },
  users: { permission: 'customers.view', isPersonal: true },
  newsletter: { permission: 'newsletter.view', isPersonal: true },
  reviews: { permission: 'reviews.moderate', isPersonal: true },
  accounting: { permission: 'accounting.view' },
  offers: { permission: 'offers.edit' },
  sources: { permission: 'analytics.view' },
  audit: { permission: 'audit.view' },
  uploads: { permission: 'media.edit' },
  media: { permission: 'media.edit' },
  products: { permission: 'products.view' },
  'import-rows': { permission: 'products.edit' },
}
