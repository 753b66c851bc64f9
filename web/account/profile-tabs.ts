import { href } from 'react-router'

const NAMES = ['profile', 'addresses', 'orders', 'settings'] as const
export type Tab = (typeof NAMES)[number]

export function isTab(name: unknown): name is Tab {
  return NAMES.some((known) => known === name)
}

export function tabAddress(tab: Tab): string {
  return tab === 'profile' ? href('/profile') : `${href('/profile')}?tab=${tab}`
}
