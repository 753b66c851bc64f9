import { type Category, findCategory } from '#core/catalog/categories/category.ts'
import { completeLink } from '../safe-link.ts'
import { type ArrangedLink, linkTo, type Target } from './arrangement.ts'

type Known = { targets: Target[]; categories: Category[]; origin: string }

/** What an address leads to: a row of the store, another page of it, or an address elsewhere. Null if it leads nowhere. */
export function readAddress(typed: string, known: Known): ArrangedLink | null | 'unsafe' {
  const complete = completeLink(typed)
  if (!complete) return 'unsafe'
  const { targets, categories, origin } = known
  const link = complete.startsWith(`${origin}/`) ? complete.slice(origin.length) : complete
  if (!link.startsWith('/')) return toAddress(link)
  const { pathname, searchParams, hash } = new URL(link, 'https://store.invalid')
  const names = [...searchParams.keys()]
  if (pathname === '/categories' && names.join() === 'category' && !hash) {
    const id = findCategory(categories, searchParams.get('category'))?.id
    const category = targets.find((target) => target.type === 'category' && target.id === id)
    return category ? linkTo(category) : null
  }
  const target = targets.find(({ path }) => path === pathname)
  if (target && !names.length && !hash) return linkTo(target)
  return target || !/^\/(pages|journal|collections)\//.test(pathname) ? toAddress(link) : null
}

const toAddress = (address: string): ArrangedLink => ({ type: 'address', id: null, address, label: '' })

const NETWORKS: Record<string, string> = {
  'instagram.com': 'Instagram',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'facebook.com': 'Facebook',
  'pinterest.com': 'Pinterest',
  'threads.net': 'Threads',
  'x.com': 'X',
  'twitter.com': 'X',
  'linkedin.com': 'LinkedIn',
}

/** What a link elsewhere is called if it has no label. */
export function addressName(address: string): string {
  if (!/^https?:/i.test(address)) return address
  const host = new URL(address).hostname.replace(/^(www|m)\./, '')
  return NETWORKS[host] ?? host
}
