import { z } from 'zod'
import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { shownCategories } from '#core/catalog/categories/category.ts'
import type { Context } from '#core/context.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { NAVIGATION } from '../content.ts'
import { contentPath } from '../content-path.ts'
import {
  type ArrangedLink,
  Arrangement,
  BUILT_IN_NAMES,
  CATALOG_TARGET,
  HOME_TARGET,
  initialArrangement,
  type Target,
  targetKey,
  withLinkedContent,
} from './arrangement.ts'
import { addressName } from './link-address.ts'

const MAX_PAGES = 1000

export type NavigationLink = { path: string; title: string }
export type Navigation = {
  menu: NavigationLink[]
  footer: { heading: string; links: NavigationLink[] }[]
  social: NavigationLink[]
}

/** What every page links to. Links whose page isn’t shown are left out. */
export async function listNavigation({ db, reads = db, terms }: Context): Promise<Navigation> {
  const [saved, content, hasJournal] = await Promise.all([
    selectArrangement({ db: reads }),
    selectContentRows({ db: reads }, sql`${IS_LINKED} and i.published_number is not null`),
    hasPosts({ db: reads }),
  ])
  const { header, columns, social } = saved.arrangement
    ? withLinkedContent(saved.arrangement, content)
    : initialArrangement(content, hasJournal)
  const links = [header, social, ...columns.map(({ links }) => links)].flat()
  const targets = new Map(
    [
      ...fixedTargets(hasJournal),
      ...content.map(toContentTarget),
      ...(await selectCatalogTargets({ db, reads }, links)),
    ].map((target) => [targetKey(target), target]),
  )
  const toLinks = (arranged: ArrangedLink[]) =>
    arranged.flatMap((link) => {
      const target = link.type === 'address' ? undefined : targets.get(targetKey(link))
      if (link.type !== 'address' && !target?.isShown) return []
      return [
        {
          path: target?.path ?? link.address,
          title: link.label || (target?.name ?? addressName(link.address)),
        },
      ]
    })
  return {
    menu: toLinks(header),
    footer: [
      ...columns.flatMap((column) => {
        const columnLinks = toLinks(column.links)
        return columnLinks.length ? [{ heading: column.heading, links: columnLinks }] : []
      }),
      ...(terms.sellsGiftCards ? [GIFT_CARD_LINKS] : []),
    ],
    social: toLinks(social),
  }
}

const GIFT_CARD_LINKS = {
  heading: 'Gift cards',
  links: [
    { path: '/gift-cards', title: 'Buy a gift card' },
    { path: '/gift-cards/balance', title: 'Check a balance' },
  ],
}

export const fixedTargets = (hasJournal: boolean): Target[] => [
  HOME_TARGET,
  CATALOG_TARGET,
  { type: 'journal', id: null, path: '/journal', name: 'Journal', isShown: hasJournal },
]

export async function hasPosts({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [found] = await queryColumn(db, z.boolean())`
    select exists (select from content_items where kind = 'post' and published_number is not null)`
  return found === true
}

const SavedArrangement = z.strictObject({ arrangement: z.json(), version: z.int() })

export type SavedNavigation = { arrangement: Arrangement | null; version: number }

/** Null until the owner arranges the links. */
export async function selectArrangement({ db }: Pick<Context, 'db'>): Promise<SavedNavigation> {
  const [row] = await query(db, SavedArrangement)`select arrangement, version from navigation`
  const { data } = Arrangement.safeParse(row?.arrangement)
  return { arrangement: data ?? null, version: row?.version ?? 0 }
}

const LinkedRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['page', 'post']),
  slug: z.string(),
  title: z.string(),
  isBuiltIn: z.boolean(),
  navigation: z.enum(NAVIGATION),
  isShown: z.boolean(),
  isDeleted: z.boolean(),
})
export type LinkedRow = z.infer<typeof LinkedRow>

/** The store’s own pages, and those that say that the store links to them. */
export const IS_LINKED = sql`(i.built_in or i.navigation <> 'none')`

/** By age. */
export function selectContentRows({ db }: Pick<Context, 'db'>, condition: Sql): Promise<LinkedRow[]> {
  return query(db, LinkedRow)`
    select i.id, i.kind, i.slug, v.title, i.built_in as "isBuiltIn", i.navigation,
      i.published_number is not null as "isShown", i.deleted_at is not null as "isDeleted"
    from content_items i
      join content_versions v on v.content_id = i.id and v.number = coalesce(i.published_number, i.draft_number)
    where i.kind <> 'home' and ${condition} order by i.created_at, i.id limit ${MAX_PAGES}`
}

export function toContentTarget({ id, kind, slug, title, isBuiltIn, isShown }: LinkedRow): Target {
  const name = (isBuiltIn && BUILT_IN_NAMES[slug]) || title
  return { type: kind, id, path: contentPath({ kind, slug }), name, isShown }
}

async function selectCatalogTargets(
  ctx: Pick<Context, 'db' | 'reads'>,
  links: ArrangedLink[],
): Promise<Target[]> {
  const ids = (type: ArrangedLink['type']) =>
    links.flatMap((link) => (link.type === type ? (link.id ?? []) : []))
  const collectionIds = ids('collection')
  const [categories, collections] = await Promise.all([
    ids('category').length ? categoryTargets(ctx) : [],
    collectionIds.length
      ? selectCollectionTargets(ctx.reads ?? ctx.db, sql`c.id = any(${collectionIds}::text[])`)
      : [],
  ])
  return [...categories, ...collections]
}

export async function categoryTargets(ctx: Pick<Context, 'db' | 'reads'>): Promise<Target[]> {
  const categories = await readCategories(ctx)
  const visible = new Set(shownCategories(categories))
  return categories.map((category) => ({
    type: 'category',
    id: category.id,
    path: `/categories?${new URLSearchParams({ category: category.name })}`,
    name: category.name,
    isShown: visible.has(category),
  }))
}

const CollectionRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  isShown: z.boolean(),
})

export async function selectCollectionTargets(db: Context['db'], condition: Sql): Promise<Target[]> {
  const rows = await query(db, CollectionRow)`
    select c.id, c.slug, c.name, not c.hidden as "isShown" from collections c
    where ${condition} order by lower(c.name)`
  return rows.map(({ slug, ...row }) => ({ ...row, type: 'collection', path: `/collections/${slug}` }))
}
