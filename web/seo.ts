import type { MetaDescriptor } from 'react-router'

export type JsonLd = Record<string, unknown> & { '@type': string }

type PageMetaOptions = {
  title: string
  description: string
  /** The store's own address: what is shared and what machines read names it in full. */
  origin: string | undefined
  /** Where the page is, however it was reached. Without one it is in no index. */
  path?: string
  picture?: { url: string; alt: string }
  type?: 'website' | 'product'
  data?: JsonLd[]
}

/** How a page is found, named and shown by those who pass it on. */
export function pageMeta({
  title,
  description,
  origin = '',
  path,
  picture,
  type = 'website',
  data = [],
}: PageMetaOptions): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [{ title }, { name: 'description', content: description }]
  if (path === undefined) return [...tags, { name: 'robots', content: 'noindex, follow' }]
  const { url, alt } = isVector(picture?.url) ? DEFAULT_SHARE_PICTURE : (picture ?? DEFAULT_SHARE_PICTURE)
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: 'Eternal Beauty' },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: origin + url },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map(
      (jsonLd) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...jsonLd } }) as MetaDescriptor,
    ),
  ]
}

const DEFAULT_SHARE_PICTURE = { url: '/share.jpg', alt: 'Eternal Beauty: small batches, slow evenings' }

// No network shows a vector.
const isVector = (url: string | undefined) => url?.endsWith('.svg')

/** The way from the home page to here, the last of it this page. */
export function breadcrumbs(origin: string | undefined, steps: [name: string, path: string][]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'], ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin ?? ''}${path}`,
    })),
  }
}

/** As much of a text as a result shows, ending with a word. */
export function truncate(text: string, length = 155): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/\s+\S*$/, '')}…`
}
