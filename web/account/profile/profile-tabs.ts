import { href } from 'react-router'

const TABS = ['profile', 'addresses', 'orders', 'settings'] as const
export type Tab = (typeof TABS)[number]

export function isTab(name: unknown): name is Tab {
  return TABS.some((tab) => tab === name)
}

export function tabPath(tab: Tab): string {
  return tab === 'profile' ? href('/profile') : `${href('/profile')}?tab=${tab}`
}
