import type { MetaDescriptor } from 'react-router'
import type { StoreTexts } from '#core/settings/store-settings.ts'
import { pageMeta } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'

type HomeTexts = Pick<StoreTexts, 'homeTitle' | 'description'>

export function homeMeta(origin: string, { homeTitle, description }: HomeTexts): MetaDescriptor[] {
  const name = storeName()
  const organization = { '@id': `${origin}/#organization`, name, url: `${origin}/` }
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return pageMeta({
    title: homeTitle ? `${name} · ${homeTitle}` : name,
    description,
    origin,
    path: '/',
    data: [
      {
        '@type': 'Organization',
        ...organization,
        logo: `${origin}/icon-512.png`,
        ...(description && { description }),
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
