import { z } from 'zod'
import { contentPath } from '../content-path.ts'
import { MAX_COLUMN_LINKS, MAX_HEADER_LINKS } from './limits.ts'

export const LINK_TYPES = [
  'home',
  'catalog',
  'journal',
  'page',
  'post',
  'category',
  'collection',
  'address',
] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** What a link leads to: the row with this ID, so that the link follows its name and address. */
const ArrangedLink = z.object({
  type: z.enum(LINK_TYPES),
  /** Of a page, a post, a category, or a collection. */
  id: z.string().nullable(),
  /** Of the target when the link was saved. */
  address: z.string(),
  /** Empty is the target’s name. */
  label: z.string(),
})
export type ArrangedLink = z.infer<typeof ArrangedLink>

export const Arrangement = z.object({
  header: z.array(ArrangedLink),
  columns: z.array(z.object({ heading: z.string(), links: z.array(ArrangedLink) })),
  social: z.array(ArrangedLink),
})
export type Arrangement = z.infer<typeof Arrangement>

/** Pages and posts say themselves where the store links to them. */
export type LinkedContent = {
  id: string
  kind: 'page' | 'post'
  slug: string
  title: string
  isBuiltIn: boolean
  navigation: 'none' | 'footer' | 'menu'
}

export type Target = { type: LinkType; id: string | null; path: string; name: string; isShown: boolean }

export const HOME_TARGET: Target = { type: 'home', id: null, path: '/', name: 'Home', isShown: true }
export const CATALOG_TARGET: Target = {
  type: 'catalog',
  id: null,
  path: '/categories',
  name: 'Categories',
  isShown: true,
}

/** The pages that are part of the store keep their short names here, whatever their titles say. */
export const BUILT_IN_NAMES: Record<string, string> = {
  'shipping-returns': 'Shipping and returns',
  contact: 'Contact',
  privacy: 'Privacy',
  terms: 'Terms',
}

const BUILT_IN_SLUGS = Object.keys(BUILT_IN_NAMES)

export const linkTo = ({ type, id, path }: Omit<Target, 'name' | 'isShown'>): ArrangedLink => ({
  ...{ type, id, address: path },
  label: '',
})

const contentLink = ({ id, kind, slug }: LinkedContent): ArrangedLink =>
  linkTo({ type: kind, id, path: contentPath({ kind, slug }) })

/** Until the owner arranges them: what the store has, then what pages ask for. */
export function initialArrangement(content: LinkedContent[], hasJournal: boolean): Arrangement {
  const builtIn = BUILT_IN_SLUGS.flatMap(
    (slug) => content.find((page) => page.isBuiltIn && page.slug === slug) ?? [],
  )
  const linked = (place: LinkedContent['navigation']) =>
    content.filter((page) => !page.isBuiltIn && page.navigation === place).map(contentLink)
  const journal = hasJournal ? [linkTo({ type: 'journal', id: null, path: '/journal' })] : []
  return {
    header: [
      linkTo(HOME_TARGET),
      linkTo(CATALOG_TARGET),
      ...[...journal, ...linked('menu')].slice(0, MAX_HEADER_LINKS - 2),
    ],
    columns: [
      {
        heading: 'Help',
        links: [...builtIn.map(contentLink), ...linked('footer')].slice(0, MAX_COLUMN_LINKS),
      },
    ],
    social: [],
  }
}

/** What pages ask for since the owner arranged the links. */
export function withLinkedContent(arrangement: Arrangement, content: LinkedContent[]): Arrangement {
  const pages = new Map(content.filter(({ isBuiltIn }) => !isBuiltIn).map((page) => [page.id, page]))
  const builtIn = new Set(content.filter(({ isBuiltIn }) => isBuiltIn).map(({ id }) => id))
  const isIn = (places: LinkedContent['navigation'][]) => (link: ArrangedLink) =>
    (link.type !== 'page' && link.type !== 'post') ||
    builtIn.has(link.id ?? '') ||
    places.includes(pages.get(link.id ?? '')?.navigation ?? 'none')
  const header = arrangement.header.filter(isIn(['menu']))
  const columns = arrangement.columns.map(({ heading, links }) => ({
    heading,
    links: links.filter(isIn(['menu', 'footer'])),
  }))
  const isListed = (id: string, links: ArrangedLink[]) => links.some((link) => link.id === id)
  const missing = (place: LinkedContent['navigation'], links: ArrangedLink[]) =>
    [...pages.values()]
      .filter((page) => page.navigation === place && !isListed(page.id, links))
      .map(contentLink)
  const newInFooter = missing(
    'footer',
    columns.flatMap(({ links }) => links),
  )
  const [first = { heading: 'Help', links: [] }, ...others] = columns
  return {
    header: [...header, ...missing('menu', header)].slice(0, MAX_HEADER_LINKS),
    columns:
      columns.length || newInFooter.length
        ? [{ ...first, links: [...first.links, ...newInFooter].slice(0, MAX_COLUMN_LINKS) }, ...others]
        : [],
    social: arrangement.social,
  }
}

export const targetKey = ({ type, id }: Pick<ArrangedLink, 'type' | 'id'>): string => `${type} ${id ?? ''}`
