import { href } from 'react-router'

const TAB_NAMES = ['profile', 'addresses', 'orders', 'settings'] as const
export type Tab = (typeof TAB_NAMES)[number]

export const TABS = TAB_NAMES.map((name) => ({
  name,
  title: name.charAt(0).toUpperCase() + name.slice(1),
  to: tabPath(name),
}))

export function selectedTab(searchParams: URLSearchParams): Tab {
  const name = searchParams.get('tab')
  return TAB_NAMES.find((tab) => tab === name) ?? 'profile'
}

export function tabPath(tab: Tab): string {
  return tab === 'profile' ? href('/profile') : `${href('/profile')}?tab=${tab}`
}
