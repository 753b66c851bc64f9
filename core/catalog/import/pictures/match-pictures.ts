import { slugify } from '#core/catalog/product-draft.ts'

/** What a file of a ZIP may be named after, and its place among the pictures of that product. */
export type PictureName = { text: string; number: number }

/** `rose-oil-2.jpg` is a picture of “rose-oil-2”, or the second one of “rose-oil”; `rose-oil/2.jpg` is too. */
export function readPictureNames(path: string): PictureName[] {
  const parts = path.split('/')
  const base = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '').trim()
  const folder = parts.at(-2)?.trim()
  const [, stem, number] = /^(.*[^-_ (])[-_ ]*[-_ (](\d{1,3})\)?$/.exec(base) ?? []
  return [
    { text: base, number: 0 },
    ...(stem && number ? [{ text: stem, number: Number(number) }] : []),
    ...(folder ? [{ text: folder, number: Number(/\d{1,3}/.exec(base)?.[0] ?? 0) }] : []),
  ]
}

export type MatchableProduct = { slug: string; name: string; sku: string | null; familySlug: string | null }

/** What the database compares with SKUs, slugs, and names. */
export function searchKeys(paths: string[]): { texts: string[]; slugs: string[] } {
  const names = paths.flatMap(readPictureNames).map(({ text }) => text)
  return {
    texts: [...new Set(names.flatMap((text) => [text.toLowerCase(), spaced(text)]))],
    slugs: [...new Set(names.map((text) => slugify(text)))],
  }
}

const spaced = (text: string) => text.toLowerCase().replace(/[-_\s]+/g, ' ')

export type PictureMatch<Product> = { products: Product[]; number: number } | { problem: string }

/** Matches files with products: by SKU, by slug, by the slug of a family, which has several, and by name. */
export function createPictureMatcher<Product extends MatchableProduct>(products: Product[]) {
  const indexBy = (key: (product: Product) => string | null | undefined) =>
    Map.groupBy(products, (product) => key(product) ?? '')
  const bySku = indexBy(({ sku }) => sku?.toLowerCase())
  const bySlug = indexBy(({ slug }) => slug)
  const byFamily = indexBy(({ familySlug }) => familySlug)
  const byName = indexBy(({ name }) => spaced(name))

  return function match(path: string): PictureMatch<Product> {
    for (const { text, number } of readPictureNames(path)) {
      if (!text) continue
      const slug = slugify(text, '-')
      const matching = bySku.get(text.toLowerCase()) ?? bySlug.get(slug) ?? byFamily.get(slug)
      if (matching) return { products: matching, number }
      const named = byName.get(spaced(text))
      if (named && named.length > 1) return { problem: AMBIGUOUS }
      if (named) return { products: named, number }
    }
    return { problem: UNMATCHED }
  }
}

const UNMATCHED = 'No product has this SKU, slug, or name. Rename the file, then upload it again.'
const AMBIGUOUS =
  'Several products have this name. Name the file after the SKU or the slug, then upload it again.'
