import type { MetaDescriptor } from 'react-router'
import { STORE_DESCRIPTION } from '#core/settings/store-description.ts'
import { pageMeta } from '#web/seo.ts'

const TITLE = 'Eternal Beauty · Skincare, makeup, haircare, and fragrance'

export function homeMeta(origin = ''): MetaDescriptor[] {
  const organization = { '@id': `${origin}/#organization`, name: 'Eternal Beauty', url: `${origin}/` }
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return pageMeta({
    title: TITLE,
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
        name: 'Eternal Beauty',
        url: `${origin}/`,
        publisher: { '@id': organization['@id'] },
        potentialAction: searchAction,
      },
    ],
  })
}
