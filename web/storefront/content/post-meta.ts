import type { MetaDescriptor } from 'react-router'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbs, type JsonLd, pageMeta } from '#web/seo.ts'
import type { PostData } from './load-content.server.ts'

export function postMeta(post: PostData, origin: string): MetaDescriptor[] {
  const { slug, title, description, picture } = post
  const path = `/journal/${slug}`
  return [
    ...pageMeta({
      title: pageTitle(title),
      description: description || title,
      origin,
      path,
      type: 'article',
      ...(picture && { picture }),
      data: [
        article(post, origin, path),
        breadcrumbs(origin, [
          ['Journal', '/journal'],
          [title, path],
        ]),
      ],
    }),
    { property: 'article:published_time', content: post.publishedAt },
    { property: 'article:modified_time', content: post.modifiedAt },
  ]
}

function article(post: PostData, origin: string, path: string): JsonLd {
  const { title, description, author, picture, publishedAt, modifiedAt, sources } = post
  const publisher = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: sources.values['store-name'],
  }
  return {
    '@type': 'Article',
    headline: title,
    ...(description && { description }),
    ...(picture && { image: [origin + picture.url] }),
    datePublished: publishedAt,
    dateModified: modifiedAt,
    author: author ? { '@type': 'Person', name: author } : publisher,
    publisher,
    mainEntityOfPage: origin + path,
  }
}
