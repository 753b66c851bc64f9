import type { IconName } from './ui/icon.tsx'

export type Screen = { title: string; to: string; icon: IconName }

/** Both layouts list these. */
export const SCREENS: Screen[] = [
  { title: 'Dashboard', to: '', icon: 'dashboard' },
  { title: 'Users', to: 'users', icon: 'people' },
  { title: 'Orders', to: 'orders', icon: 'parcel' },
  { title: 'Accounting', to: 'accounting', icon: 'book' },
  { title: 'Media', to: 'media', icon: 'picture' },
  { title: 'Uploads', to: 'uploads', icon: 'file' },
  { title: 'User Management', to: 'user-management', icon: 'key' },
]

/** Only the current layout lists these. */
export const MORE_SCREENS: Screen[] = [
  { title: 'Returns', to: 'returns', icon: 'return' },
  { title: 'Products', to: 'products', icon: 'bottle' },
  { title: 'Analytics', to: 'analytics', icon: 'chart' },
  { title: 'Reviews', to: 'reviews', icon: 'star' },
  { title: 'Offers', to: 'offers', icon: 'tag' },
  { title: 'Newsletter', to: 'newsletter', icon: 'mail' },
  { title: 'Integrations', to: 'integrations', icon: 'plug' },
  { title: 'Audit log', to: 'audit', icon: 'shield' },
]
