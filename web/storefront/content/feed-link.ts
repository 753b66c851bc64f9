import type { MetaDescriptor } from 'react-router'

export const FEED_PATH = '/journal/feed.xml'

/** Feed readers find the Journal's feed by it. */
export function feedLink(origin: string): MetaDescriptor {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Journal',
    href: origin + FEED_PATH,
  }
}
