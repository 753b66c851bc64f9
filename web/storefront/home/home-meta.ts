import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '#web/seo.ts'

const TITLE = 'Eternal Beauty · Skincare, makeup, haircare, and fragrance'
const DESCRIPTION =
  'Skincare, makeup, haircare, and fragrance from one small house. Made in small batches and described honestly.'

export function homeMeta(origin = ''): MetaDescriptor[] {
  const organization = { '@id': `${origin}/#organization`, name: 'Eternal Beauty', url: `${origin}/` }
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return pageMeta({
    title: TITLE,
    description: DESCRIPTION,
    origin,
    path: '/',
    data: [
      { '@type': 'Organization', ...organization, logo: `${origin}/icon-512.png`, description: DESCRIPTION },
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
