import type { MetaDescriptor } from 'react-router'
import { storeName } from './store-name.ts'

export type JsonLd = Record<string, unknown> & { '@type': string }

type PageMetaOptions = {
  title: string
  description: string
  /** Shared links and structured data need absolute URLs. */
  origin: string | undefined
  /** The canonical path. Without one, the page is not indexed. */
  path?: string
  picture?: { url: string; alt: string }
  type?: 'website' | 'product' | 'article'
  data?: JsonLd[]
}

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
  const { url, alt } = picture && !isVector(picture.url) ? picture : { url: '/share.jpg', alt: storeName() }
  return [
    ...tags,
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: storeName() },
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

/** No text in it can end the script around it. */
export function structuredDataJson(data: JsonLd[]): string {
  const entities = data.map((each) => ({ '@context': 'https://schema.org', ...each }))
  return JSON.stringify(entities).replaceAll('<', '\\u003c')
}

// Social networks don't display SVGs.
const isVector = (url: string) => url.endsWith('.svg')

/** `steps` ends with the current page. */
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

/** Ends at a word; search engines show about 155 characters. */
export function truncate(text: string, length = 155): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/\s+\S*$/, '')}…`
}
