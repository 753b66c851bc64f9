import type { MetaDescriptor } from 'react-router'
import { STORE_DESCRIPTION } from '#core/settings/store-description.ts'
import { pageMeta } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'

export function homeMeta(origin = ''): MetaDescriptor[] {
  const name = storeName()
  const organization = { '@id': `${origin}/#organization`, name, url: `${origin}/` }
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return pageMeta({
    title: `${name} · Skincare, makeup, haircare, and fragrance`,
    description: STORE_DESCRIPTION,
    origin,
    path: '/',
    data: [
      {
        '@type': 'Organization',
        ...organization,
        logo: `${origin}/icon-512.png`,
        description: STORE_DESCRIPTION,
      },
      {
        '@type': 'WebSite',
        name,
        url: `${origin}/`,
        publisher: { '@id': organization['@id'] },
        potentialAction: searchAction,
      },
    ],
  })
}
