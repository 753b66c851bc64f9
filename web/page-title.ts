import type { MetaDescriptor } from 'react-router'
import { storeName } from './store-name.ts'

export const pageTitle = (name: string): string => `${name} · ${storeName()}`

/** For pages that belong to one visitor. */
export function privateMeta(name: string): MetaDescriptor[] {
  return [{ title: pageTitle(name) }, { name: 'robots', content: 'noindex' }]
}
