import { z } from 'zod'
import { BLOCK_KINDS } from './home/blocks.ts'
import { MAX_TILES } from './home/max-tiles.ts'
import { FORMER_SECTIONS, isHomeSection, MAX_SECTIONS } from './home/sections.ts'
import { RichText } from './rich-text.ts'
import { isSafeLink, SAFE_LINK_HINT } from './safe-link.ts'

export const CONTENT_KINDS = ['home', 'page', 'post'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const NAVIGATION = ['none', 'footer', 'menu'] as const
export type Navigation = (typeof NAVIGATION)[number]

const text = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`)
const title = text(120).min(1, 'Enter a title.')
const description = text(300)
const pictureId = z.string().max(40).nullable()

const link = z
  .object({ text: text(60), url: text(500).refine((value) => !value || isSafeLink(value), SAFE_LINK_HINT) })
  .refine((value) => !value.text === !value.url, 'A link needs both a text and an address.')
export const NO_LINK = { text: '', url: '' }

/** `description` is for search engines and previews; `lead` is the large first paragraph. */
export const PageFields = z.object({ title, lead: text(500), description, body: RichText })
export type PageFields = z.infer<typeof PageFields>

export const PostFields = z.object({ title, description, author: text(80), pictureId, body: RichText })
export type PostFields = z.infer<typeof PostFields>

/** What a tile shows: its own text, or the store’s featured products or current offers. */
export const TILE_KINDS = ['text', 'featured', 'offers'] as const

const HomeTile = z.object({
  kind: z.enum(TILE_KINDS),
  title: text(60).min(1, 'Enter a title.'),
  /** For featured products and offers: shown if there are none. */
  text: text(300),
  link,
})
export type HomeTile = z.infer<typeof HomeTile>

const blockId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Use lowercase letters, digits, and hyphens.')

/** A section that the owner added. Which fields it shows depends on its kind. */
const HomeBlock = z.object({
  id: blockId,
  kind: z.enum(BLOCK_KINDS),
  /** The heading of products or posts, the label of a story, or whose words a quote is. */
  label: text(60),
  text: text(600),
  link,
  pictureId,
  /** Of products: `newest`, `featured`, `reduced`, or the ID of a category or a collection. */
  source: z.string().max(40).default('newest'),
})
export type HomeBlock = z.infer<typeof HomeBlock>

const instant = z.iso.datetime({ offset: true, message: 'Enter a date and a time.' }).nullable()
const Schedule = z
  .object({ from: instant, until: instant })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    message: 'The end is before the start.',
    path: ['until'],
  })

const HomeLayout = z.object({
  sections: z
    .array(blockId)
    .min(1, 'Leave at least one section.')
    .max(MAX_SECTIONS, `Use at most ${MAX_SECTIONS} sections.`)
    .refine((names) => new Set(names).size === names.length, 'List each section once.')
    .default(FORMER_SECTIONS),
  blocks: z.array(HomeBlock).max(MAX_SECTIONS, `Use at most ${MAX_SECTIONS} sections.`).default([]),
  /** By section. A section without one is always shown. */
  schedules: z.record(blockId, Schedule).default({}),
  hero: z.object({
    label: text(60),
    /** One or two lines. */
    heading: text(80).min(1, 'Enter a heading.'),
    text: text(300),
    link,
    /** Null is the store’s own photograph. */
    pictureId,
  }),
  /** Whether the line with the current offers is shown. */
  showOffers: z.boolean(),
  tiles: z.array(HomeTile).max(MAX_TILES, `Use at most ${MAX_TILES} tiles.`),
  story: z.object({
    label: text(60),
    text: text(600),
    // Older versions have neither.
    link: link.default(NO_LINK),
    pictureId: pictureId.default(null),
  }),
})

export const HomeFields = HomeLayout.superRefine(({ sections, blocks }, ctx) => {
  const ids = new Set(blocks.map(({ id }) => id))
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['sections'], message })
  for (const name of sections)
    if (!isHomeSection(name) && !ids.has(name)) refuse(`There is no section “${name}”.`)
  if (ids.size < blocks.length || blocks.some(({ id }) => isHomeSection(id) || !sections.includes(id)))
    refuse('List each block once in `sections`, by an ID of its own.')
})
export type HomeFields = z.infer<typeof HomeFields>

export const ContentFields = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('home'), fields: HomeFields }),
  z.object({ kind: z.literal('page'), fields: PageFields }),
  z.object({ kind: z.literal('post'), fields: PostFields }),
])
export type ContentFields = z.infer<typeof ContentFields>

/** `changed`: published, with a draft that is newer. */
export const CONTENT_STATUSES = ['draft', 'scheduled', 'published', 'changed'] as const
export type ContentStatus = (typeof CONTENT_STATUSES)[number]

export type ContentSummary = {
  id: string
  kind: ContentKind
  slug: string
  title: string
  isBuiltIn: boolean
  navigation: Navigation
  status: ContentStatus
  /** Counts every change; a save names the version that it is based on. */
  version: number
  draftNumber: number
  publishedNumber: number | null
  scheduledNumber: number | null
  publishAt: Date | null
  firstPublishedAt: Date | null
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type AdminContent = ContentSummary & { content: ContentFields }

/** Number 0 is the initial content. */
export type ContentVersion = { number: number; title: string; author: string | null; createdAt: Date }

export { type BuiltInPage, contentPath, isBuiltInPage } from './content-path.ts'
