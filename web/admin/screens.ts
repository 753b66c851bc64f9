import { generatePath } from 'react-router'
import { PRODUCT_SCREENS } from './product-screens.ts'
import { type ScreenAccess, screen } from './screen.ts'

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
      ['orders.ship', 'batches'],
      ['orders.note', 'notes'],
      ['orders.edit', 'charge', 'tags', 'tags/removal'],
      ['customers.edit', 'erasure'],
      [['orders.edit', 'orders.ship'], 'emails'],
      ['returns.process', 'returns/:return/receipt', 'returns/:return/inspection'],
      ['orders.refund', 'returns/:return/refund', 'returns/:return/exchange'],
      ['returns.process', 'returns/:return/decline'],
    ],
  }),
  screen('orders/imported/import', 'data-imports/order-imports.tsx', 'orders.edit', {
    title: 'Import orders',
  }),
  screen('orders/imported/import/:id', 'data-imports/order-import.tsx', 'orders.edit'),
  screen('orders/abandoned', 'orders/abandoned/abandoned-checkouts.tsx', 'customers.view', {
    title: 'Abandoned checkouts',
  }),
  screen('orders/disputes', 'orders/disputes/disputes.tsx', 'orders.refund', { title: 'Disputes' }),
  screen('orders/disputes/:id', 'orders/disputes/dispute-details.tsx', 'orders.refund', {
    forms: [['orders.refund', 'draft', 'evidence', 'acceptance']],
  }),
  screen('orders/packing-list', 'printing/packing-list.tsx', 'orders.view'),
  screen('orders/:number/:document', 'printing/order-documents.tsx', 'orders.view'),
  screen('orders/drafts', 'draft-orders/draft-orders.tsx', 'orders.create', { title: 'Draft orders' }),
  screen('orders/drafts/new', 'draft-orders/draft-order-new.tsx', 'orders.create', { title: 'Create order' }),
  screen('orders/drafts/:id', 'draft-orders/draft-order-details.tsx', 'orders.create', {
    forms: [
      [
        'orders.create',
        'items',
        'quantities',
        'details',
        'notes',
        'send',
        'emails',
        'cancellation',
        'removal',
      ],
    ],
  }),
  screen('orders/imported', 'orders/imported/imported-orders.tsx', 'orders.view', {
    title: 'Imported orders',
  }),
  screen('orders/imported/:id', 'orders/imported/imported-order-details.tsx', 'orders.view', {
    forms: [['customers.edit', 'erasure']],
  }),
  screen('returns', 'returns.tsx', 'returns.process', { title: 'Returns', menu: ['Sell', 'return'] }),
  ...PRODUCT_SCREENS,
  screen('offers', 'offers.tsx', 'offers.edit', {
    title: 'Offers',
    menu: ['Sell', 'tag'],
    forms: [['offers.edit', ':id/pause', ':id/resume']],
  }),
  screen('offers/import', 'data-imports/offer-imports.tsx', 'offers.edit', { title: 'Import offers' }),
  screen('offers/import/:id', 'data-imports/offer-import.tsx', 'offers.edit'),
  screen('gift-cards', 'gift-cards/gift-cards.tsx', 'gift-cards.edit', { title: 'Gift cards' }),
  screen('gift-cards/:id', 'gift-cards/gift-card-details.tsx', 'gift-cards.edit', {
    forms: [['gift-cards.edit', 'adjustment', 'disable', 'enable', 'code', 'code/replace']],
  }),
  screen('reviews', 'reviews.tsx', 'reviews.moderate', { title: 'Reviews', menu: ['Sell', 'star'] }),
  screen('users', 'customers/users.tsx', 'customers.view', { title: 'Users', menu: ['Customers', 'people'] }),
  screen('users/import', 'data-imports/customer-imports.tsx', 'customers.edit', {
    title: 'Import customers',
  }),
  screen('users/import/:id', 'data-imports/customer-import.tsx', 'customers.edit'),
  screen('users/:id', 'customers/customer-details.tsx', 'customers.view', {
    forms: [
      ['customers.edit', 'sign-out', 'block', 'unblock', 'notes', 'tags', 'tags/removal', 'erasure'],
      ['gift-cards.edit', 'store-credit'],
    ],
  }),
  screen('newsletter', 'customers/newsletter.tsx', 'newsletter.view', {
    title: 'Newsletter',
    menu: ['Customers', 'mail'],
  }),
  screen('adverse-events', 'adverse-events/adverse-events.tsx', 'customers.view', {
    title: 'Adverse events',
  }),
  screen('adverse-events/new', 'adverse-events/adverse-event-new.tsx', 'customers.edit', {
    title: 'New adverse event',
  }),
  screen('adverse-events/:id', 'adverse-events/adverse-event-details.tsx', 'customers.view'),
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
  screen('accounting/payouts', 'accounting/payouts/payouts.tsx', 'accounting.view', { title: 'Payouts' }),
  screen('accounting/payouts/:id', 'accounting/payouts/payout-details.tsx', 'accounting.view'),
  screen('accounting/transactions', 'accounting/payouts/transactions.tsx', 'accounting.view', {
    title: 'Card transactions',
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
