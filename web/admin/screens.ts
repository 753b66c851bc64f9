import type { Permission } from '#core/permissions/permissions.ts'
import type { IconName } from './ui/icon.tsx'

/** All staff may open a screen without a permission. */
export type Screen = { title: string; to: string; icon: IconName; permission?: Permission }

/** Both layouts list these. */
export const SCREENS: Screen[] = [
  { title: 'Dashboard', to: '', icon: 'dashboard' },
  { title: 'Users', to: 'users', icon: 'people', permission: 'customers.view' },
  { title: 'Orders', to: 'orders', icon: 'parcel', permission: 'orders.view' },
  { title: 'Accounting', to: 'accounting', icon: 'book', permission: 'accounting.view' },
  { title: 'Media', to: 'media', icon: 'picture', permission: 'media.edit' },
  { title: 'Uploads', to: 'uploads', icon: 'file', permission: 'media.edit' },
  { title: 'User Management', to: 'user-management', icon: 'key', permission: 'staff.edit' },
]

/** Only the current layout lists these. */
export const MORE_SCREENS: Screen[] = [
  { title: 'Returns', to: 'returns', icon: 'return', permission: 'returns.process' },
  { title: 'Products', to: 'products', icon: 'bottle', permission: 'products.view' },
  { title: 'Analytics', to: 'analytics', icon: 'chart', permission: 'analytics.view' },
  { title: 'Reviews', to: 'reviews', icon: 'star', permission: 'reviews.moderate' },
  { title: 'Offers', to: 'offers', icon: 'tag', permission: 'offers.edit' },
  { title: 'Content', to: 'content', icon: 'pen', permission: 'content.edit' },
  { title: 'Newsletter', to: 'newsletter', icon: 'mail', permission: 'newsletter.view' },
  { title: 'Staff', to: 'staff', icon: 'badge', permission: 'staff.edit' },
  { title: 'Approvals', to: 'approvals', icon: 'approve', permission: 'approvals.decide' },
  { title: 'Integrations', to: 'integrations', icon: 'plug', permission: 'webhooks.edit' },
  { title: 'Audit log', to: 'audit', icon: 'shield', permission: 'audit.view' },
  { title: 'Settings', to: 'settings', icon: 'sliders', permission: 'settings.edit' },
]
