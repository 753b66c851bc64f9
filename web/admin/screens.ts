import { generatePath } from 'react-router'
import type { Permission } from '#core/permissions/permissions.ts'
import type { IconName } from './ui/icon.tsx'

/** One of several permissions suffices. */
export type ScreenAccess = 'all staff' | Permission | readonly Permission[]

/** In the order of the menu. The dashboard stands before them. */
export const MENU_GROUPS = ['', 'Sell', 'Customers', 'Publish', 'Money', 'Team and settings'] as const
type MenuGroup = (typeof MENU_GROUPS)[number]

type ScreenOptions = {
  /** Each form posts to its own URL below the screen, and shows the screen again if it is refused. */
  forms?: [access: ScreenAccess, ...urls: string[]][]
  /** The search finds screens with a title. */
  title?: string
  /** The menu lists the screen in this group. */
  menu?: [group: MenuGroup, icon: IconName]
  /** Who sees its link, if all staff may open the screen. */
  listedFor?: Permission
}
/** `url` is relative to the layout, and `file` to this folder. */
type Screen = ScreenOptions & { url: string; file: string; access: ScreenAccess }

const screen = (url: string, file: string, access: ScreenAccess, options: ScreenOptions = {}): Screen => ({
  url,
  file,
  access,
  ...options,
})

/** In the order of the menu. The site map, the menus, the search, and the access check follow from these. */
export const SCREENS = [
  screen('', 'dashboard/dashboard.tsx', 'all staff', {
    title: 'Dashboard',
    menu: ['', 'dashboard'],
    forms: [['settings.edit', 'first-steps']],
  }),
  screen('orders', 'orders/orders.tsx', 'orders.view', { title: 'Orders', menu: ['Sell', 'parcel'] }),
  screen('orders/ship', 'orders/ship-orders.tsx', 'orders.ship', { forms: [['orders.ship', 'undo']] }),
  screen('orders/:number', 'orders/order-details.tsx', 'orders.view', {
    forms: [
      ['orders.ship', 'shipment', 'tracking'],
      [['orders.ship', 'orders.edit', 'orders.refund'], 'status'],
      ['orders.refund', 'refunds', 'refunds/:refund/retry', 'refunds/:refund/resolution'],
      ['orders.note', 'notes'],
      ['orders.edit', 'tags', 'tags/removal'],
      ['customers.edit', 'erasure'],
      [['orders.edit', 'orders.ship'], 'emails'],
      ['returns.process', 'returns/:return/receipt', 'returns/:return/inspection'],
      ['orders.refund', 'returns/:return/refund'],
      ['returns.process', 'returns/:return/decline'],
    ],
  }),
  screen('orders/imported/import', 'data-imports/order-imports.tsx', 'orders.edit', {
    title: 'Import orders',
  }),
  screen('orders/imported/import/:id', 'data-imports/order-import.tsx', 'orders.edit'),
  screen('orders/packing-list', 'printing/packing-list.tsx', 'orders.view'),
  screen('orders/:number/:document', 'printing/order-documents.tsx', 'orders.view'),
  screen('orders/imported', 'orders/imported/imported-orders.tsx', 'orders.view', {
    title: 'Imported orders',
  }),
  screen('orders/imported/:id', 'orders/imported/imported-order-details.tsx', 'orders.view', {
    forms: [['customers.edit', 'erasure']],
  }),
  screen('returns', 'returns.tsx', 'returns.process', { title: 'Returns', menu: ['Sell', 'return'] }),
  screen('products', 'products/products.tsx', 'products.view', {
    title: 'Products',
    menu: ['Sell', 'bottle'],
    forms: [['products.edit', 'restore', 'group']],
  }),
  screen('products/new', 'products/product-new.tsx', 'products.edit', { title: 'New product' }),
  screen('products/grid', 'products/grid/product-grid.tsx', 'products.edit', { title: 'Bulk edit products' }),
  screen('products/families', 'families/families.tsx', 'products.edit', { title: 'Families' }),
  screen('products/families/new', 'families/family-new.tsx', 'products.edit', { title: 'New family' }),
  screen('products/families/:id', 'families/family-products.tsx', 'products.edit', {
    forms: [['products.edit', 'grid', 'shades', 'products', 'removal', 'order']],
  }),
  screen('products/families/:id/details', 'families/family-details.tsx', 'products.edit'),
  screen('products/families/:id/information', 'information/family-information.tsx', 'products.edit'),
  screen('products/categories', 'categories/categories.tsx', 'products.edit', { title: 'Categories' }),
  screen('products/categories/new', 'categories/category-new.tsx', 'products.edit', {
    title: 'New category',
  }),
  screen('products/categories/:id', 'categories/category-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/collections', 'collections/collections.tsx', 'products.edit', { title: 'Collections' }),
  screen('products/collections/new', 'collections/collection-new.tsx', 'products.edit', {
    title: 'New collection',
  }),
  screen('products/collections/:id', 'collections/collection-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/ingredients', 'ingredients/ingredients.tsx', 'products.edit', { title: 'Ingredients' }),
  screen('products/ingredients/new', 'ingredients/ingredient-new.tsx', 'products.edit', {
    title: 'New ingredient',
  }),
  screen('products/ingredients/check', 'ingredients/check-list.tsx', 'products.edit', {
    title: 'Check an ingredient list',
  }),
  screen('products/ingredients/:id', 'ingredients/ingredient-details.tsx', 'products.edit', {
    forms: [['products.edit', 'reset', 'delete']],
  }),
  screen('products/information', 'information/missing-information.tsx', 'products.edit', {
    title: 'Product information',
  }),
  screen('products/information/import', 'data-imports/information-imports.tsx', 'products.edit', {
    title: 'Import product information',
  }),
  screen('products/information/import/:id', 'data-imports/information-import.tsx', 'products.edit'),
  screen('products/responsible-persons', 'information/responsible-persons.tsx', 'products.edit', {
    title: 'Responsible persons',
  }),
  screen('products/responsible-persons/new', 'information/responsible-person-new.tsx', 'products.edit', {
    title: 'New responsible person',
  }),
  screen('products/responsible-persons/:id', 'information/responsible-person-details.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('products/import', 'import/product-imports.tsx', 'products.edit', { title: 'Import products' }),
  screen('products/import/:id', 'import/import-details.tsx', 'products.edit', {
    forms: [['products.edit', 'columns']],
  }),
  screen('products/import/:id/pictures', 'import/import-pictures.tsx', 'products.edit', {
    forms: [['products.edit', 'retry']],
  }),
  screen('products/:id', 'products/product-details.tsx', 'products.view', {
    forms: [
      ['stock.edit', 'stock'],
      ['products.edit', 'pictures', 'archive', 'restore', 'duplicate', 'discard'],
    ],
  }),
  screen('products/:id/information', 'information/product-information.tsx', 'products.edit', {
    forms: [['products.edit', 'delete']],
  }),
  screen('offers', 'offers.tsx', 'offers.edit', {
    title: 'Offers',
    menu: ['Sell', 'tag'],
    forms: [['offers.edit', ':id/pause', ':id/resume']],
  }),
  screen('offers/import', 'data-imports/offer-imports.tsx', 'offers.edit', { title: 'Import offers' }),
  screen('offers/import/:id', 'data-imports/offer-import.tsx', 'offers.edit'),
  screen('reviews', 'reviews.tsx', 'reviews.moderate', { title: 'Reviews', menu: ['Sell', 'star'] }),
  screen('users', 'customers/users.tsx', 'customers.view', { title: 'Users', menu: ['Customers', 'people'] }),
  screen('users/import', 'data-imports/customer-imports.tsx', 'customers.edit', {
    title: 'Import customers',
  }),
  screen('users/import/:id', 'data-imports/customer-import.tsx', 'customers.edit'),
  screen('users/:id', 'customers/customer-details.tsx', 'customers.view', {
    forms: [['customers.edit', 'sign-out', 'block', 'unblock', 'notes', 'tags', 'tags/removal', 'erasure']],
  }),
  screen('newsletter', 'customers/newsletter.tsx', 'newsletter.view', {
    title: 'Newsletter',
    menu: ['Customers', 'mail'],
  }),
  screen('content', 'content/content.tsx', 'content.edit', { title: 'Content', menu: ['Publish', 'pen'] }),
  screen('content/navigation', 'content/navigation/navigation.tsx', 'content.edit', {
    title: 'Menu and footer',
    forms: [['content.edit', 'reset']],
  }),
  screen('content/redirects', 'content/redirects/redirects.tsx', 'content.edit', {
    title: 'Redirects',
    forms: [['content.edit', 'removal']],
  }),
  screen('content/:id', 'content/content-details.tsx', 'content.edit', {
    forms: [
      [
        'content.edit',
        'draft',
        'sections/:section/up',
        'sections/:section/down',
        'sections/:section/remove',
        'sections/add',
        'publish',
        'schedule',
        'unpublish',
        'versions/:number/restore',
        'delete',
      ],
    ],
  }),
  screen('media', 'files/media.tsx', 'media.edit', {
    title: 'Media',
    menu: ['Publish', 'picture'],
    forms: [['media.edit', 'alt-text', 'delete', 'delete-selected']],
  }),
  screen('uploads', 'files/uploads.tsx', 'media.edit', {
    title: 'Uploads',
    menu: ['Publish', 'file'],
    forms: [['media.edit', 'delete', 'delete-selected']],
  }),
  screen('accounting', 'accounting/accounting-entries.tsx', 'accounting.view', {
    title: 'Accounting',
    menu: ['Money', 'book'],
  }),
  screen('accounting/ledger', 'accounting/accounting-ledger.tsx', 'accounting.view', {
    title: 'Ledger',
    forms: [['accounting.edit', 'months/:month/close', 'months/:month/reopen']],
  }),
  screen('accounting/exports', 'accounting/accounting-exports.tsx', 'accounting.view', {
    title: 'Accounting exports',
  }),
  screen('accounting/:report', 'accounting/accounting-report.tsx', 'accounting.view'),
  screen('analytics', 'dashboard/analytics.tsx', 'analytics.view', {
    title: 'Analytics',
    menu: ['Money', 'chart'],
  }),
  screen('staff', 'staff/staff.tsx', 'staff.edit', {
    title: 'Staff',
    menu: ['Team and settings', 'badge'],
    forms: [['staff.edit', ':id/role', 'invitations', 'invitations/:id/resend', 'invitations/:id/revoke']],
  }),
  screen('staff/:id/removal', 'staff/staff-removal.tsx', 'staff.edit'),
  screen('user-management', 'customers/user-management.tsx', 'staff.edit', {
    title: 'User Management',
    menu: ['Team and settings', 'key'],
  }),
  screen('approvals', 'approvals/approvals.tsx', 'all staff', {
    title: 'Approvals',
    menu: ['Team and settings', 'approve'],
    listedFor: 'approvals.decide',
    forms: [['all staff', 'export', 'records', 'rules', 'second-factor']],
  }),
  screen('approvals/:id', 'approvals/approvals.tsx', 'all staff', {
    forms: [['all staff', 'approve', 'decline', 'cancel']],
  }),
  screen('integrations', 'integrations/integrations.tsx', 'integrations.edit', {
    title: 'Integrations',
    menu: ['Team and settings', 'plug'],
    forms: [['integrations.edit', 'keys', 'keys/:key/revoke', 'webhooks']],
  }),
  screen('integrations/:id', 'integrations/endpoint-details.tsx', 'integrations.edit', {
    forms: [
      [
        'integrations.edit',
        'settings',
        'pause',
        'resume',
        'test',
        'secret',
        'deliveries/:delivery/replay',
        'delete',
      ],
    ],
  }),
  screen('audit', 'audit/audit.tsx', 'audit.view', {
    title: 'Audit log',
    menu: ['Team and settings', 'shield'],
  }),
  screen('audit/signed-seals', 'audit/signed-seals.ts', 'audit.view'),
  screen('settings/:topic?', 'settings/settings.tsx', 'settings.edit', {
    title: 'Settings',
    menu: ['Team and settings', 'sliders'],
  }),
  screen('settings/emails/preview', 'settings/emails/email-preview-page.ts', 'settings.edit'),
  screen('readiness', 'dashboard/readiness.tsx', 'settings.edit', { title: 'Deployment readiness' }),
  screen('find', 'search/admin-search.tsx', 'all staff'),
  screen('export/:list', 'exports/csv-export.ts', 'all staff'),
  screen('sidebar', 'save-sidebar.ts', 'all staff'),
]

/** A link in the menu or the search. `to` is relative to the layout. */
type ScreenLink = { title: string; to: string; access: ScreenAccess }

const withTitle = SCREENS.flatMap(({ title, menu, url, access, listedFor }) =>
  title === undefined ? [] : [{ title, menu, to: generatePath(url), access: listedFor ?? access }],
)
export const SCREEN_LINKS: ScreenLink[] = withTitle.map(({ menu: _, ...link }) => link)
export const MENU = withTitle.flatMap(({ menu, ...link }) =>
  menu ? [{ ...link, group: menu[0], icon: menu[1] }] : [],
)

/** Each screen and form with its own URL. */
export function screenUrls(): { url: string; file: string; access: ScreenAccess }[] {
  return SCREENS.flatMap(({ url, file, access, forms = [] }) => [
    { url, file, access },
    ...forms.flatMap(([access, ...urls]) =>
      urls.map((form) => ({ url: url ? `${url}/${form}` : form, file, access })),
    ),
  ])
}

/** `can` says whether the actor has a permission. */
export function mayOpenScreen(access: ScreenAccess, can: (permission: Permission) => boolean): boolean {
  return access === 'all staff' || [access].flat().some(can)
}
