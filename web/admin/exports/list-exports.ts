import type { Permission } from '#core/permissions/permissions.ts'

type ListExport = {
  /** One of several suffices. */
  access: Permission | readonly Permission[]
  /** In the whole file, or in columns that are left out for roles without exports of personal data. */
  personalData?: 'file' | 'columns'
}

export const LIST_EXPORTS: Record<string, ListExport | undefined> = {
  orders: { access: 'orders.prices', personalData: 'columns' },
  'order-lines': { access: 'orders.prices' },
  'draft-orders': { access: 'orders.create', personalData: 'columns' },
  returns: { access: ['returns.process', 'accounting.view'], personalData: 'columns' },
  batches: { access: 'products.view' },
  samples: { access: 'products.view' },
  wishlists: { access: 'products.view' },
  'batch-recipients': { access: 'orders.view', personalData: 'file' },
  'adverse-events': { access: 'customers.view', personalData: 'file' },
  journal: { access: 'accounting.view' },
  invoices: { access: 'accounting.view' },
  tax: { access: 'accounting.view' },
  payouts: { access: 'accounting.view' },
  'card-transactions': { access: 'accounting.view' },
  users: { access: 'customers.view', personalData: 'file' },
  'checkout-reminders': { access: 'customers.view', personalData: 'file' },
  newsletter: { access: 'newsletter.view', personalData: 'file' },
  reviews: { access: 'reviews.moderate', personalData: 'file' },
  accounting: { access: 'accounting.view' },
  offers: { access: 'offers.edit' },
  'gift-cards': { access: 'gift-cards.edit', personalData: 'columns' },
  sources: { access: 'analytics.view' },
  audit: { access: 'audit.view' },
  uploads: { access: 'media.edit' },
  media: { access: 'media.edit' },
  products: { access: 'products.view' },
  formulas: { access: 'products.view' },
  'product-information': { access: 'products.view' },
  'import-rows': { access: 'products.edit' },
}

/** The parameter of an export's URL that leaves personal data out for roles that may export it. */
export const WITHOUT_PERSONAL_DATA = ['personal', 'no'] as const

export function mayExport(
  list: string,
  can: (permission: Permission) => boolean,
): { hasPersonalData: boolean; isWithoutColumns: boolean } | null {
  const { access, personalData } = LIST_EXPORTS[list] ?? {}
  if (!access || ![access].flat().some(can)) return null
  const mayHavePersonalData = can('personal-data.export')
  if (personalData === 'file' && !mayHavePersonalData) return null
  return {
    hasPersonalData: personalData !== undefined && mayHavePersonalData,
    isWithoutColumns: personalData === 'columns' && !mayHavePersonalData,
  }
}
