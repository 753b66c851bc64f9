const BUILT_IN_PAGES = ['shipping-returns', 'contact', 'privacy', 'terms'] as const
export type BuiltInPage = (typeof BUILT_IN_PAGES)[number]

export const isBuiltInPage = (slug: string): slug is BuiltInPage =>
  BUILT_IN_PAGES.some((builtIn) => builtIn === slug)

/** As the schema inserts it. */
export const HOME_ID = 'cnt_00000000000000000001'

export function contentPath({ kind, slug }: { kind: 'home' | 'page' | 'post'; slug: string }): string {
  if (kind === 'home') return '/'
  if (kind === 'post') return `/journal/${slug}`
  return isBuiltInPage(slug) ? `/${slug}` : `/pages/${slug}`
}
