import type { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'

type InitialCategory = (typeof INITIAL_CATEGORIES)[number]

/** Of these, a text's category is the first that one of its words names. */
const CATEGORY_WORDS: [InitialCategory, RegExp][] = [
  ['Haircare', /^(hair|haircare|shampoos?|conditioners?|scalp)$/],
  ['Fragrance', /^(fragrances?|perfumes?|parfums?|toilette|colognes?)$/],
  ['Tools & Accessories', /^(tools?|accessory|accessories|brush|brushes|sponges?|mirrors?)$/],
  [
    'Makeup',
    /^(makeup|cosmetics?|lips?|lipsticks?|mascaras?|foundations?|blush|blushes|eyeshadows?|eyeliners?|concealers?)$/,
  ],
  ['Skincare', /^(skin|skincare|cleansers?|serums?|moisturi[sz]ers?|sunscreens?|toners?)$/],
]

/** Kitchens and workshops have them too. */
const AMBIGUOUS_CATEGORY: InitialCategory = 'Tools & Accessories'

const BODY_PART = /^(face|facial|body|hands?|eyes?|bath)$/
const BODY_PRODUCT = /^(creams?|oils?|masks?|lotions?|scrubs?|balms?|butters?|mists?)$/
const OTHER_WORD =
  /^(and|of|for|de|eau|care|beauty|styling|treatments?|products?|sets?|kits?|sprays?|gels?|powders?|pencils?|gloss|glosses|palettes?|primers?|removers?)$/

const HEALTH_AND_BEAUTY = /^health (&|and) beauty$/i

/**
 * For products that Shopify's taxonomy puts under “Health & Beauty”. Without a path, for types that consist of beauty
 * words: “Body oil” isn't a bodysuit, and a candle has a scent.
 */
export function guessCategory(
  { type = '', category = '' }: { type?: string; category?: string },
  names: readonly string[],
): string | undefined {
  const [root = '', ...parts] = category.split('>').map((part) => part.trim())
  // The last part of the path is the most specific.
  if (HEALTH_AND_BEAUTY.test(root))
    return [type, ...parts.toReversed()]
      .map((text) => guessFromWords(text, names, { isBeauty: true }))
      .find(Boolean)
  const byPath = guessFromWords(root, names)
  if (parts.length || (root && !byPath)) return undefined
  return guessFromWords(type, names) ?? byPath
}

function guessFromWords(
  text: string,
  names: readonly string[],
  { isBeauty = false } = {},
): string | undefined {
  const words = splitWords(text)
  const isPart = words.some((word) => BODY_PART.test(word))
  const isCare = isPart && (isBeauty || words.some((word) => BODY_PRODUCT.test(word)))
  const hasWord = ([, pattern]: (typeof CATEGORY_WORDS)[number]) => words.some((word) => pattern.test(word))
  const named = CATEGORY_WORDS.filter(hasWord).map(([name]) => name)
  const isClear = isBeauty || isCare || named.some((name) => name !== AMBIGUOUS_CATEGORY)
  if (!isClear || !words.every(isBeautyWord)) return undefined
  return [...named, ...(isCare ? ['Skincare'] : [])].find((name) => names.includes(name))
}

const isBeautyWord = (word: string) =>
  [BODY_PART, BODY_PRODUCT, OTHER_WORD, ...CATEGORY_WORDS.map(([, pattern]) => pattern)].some((pattern) =>
    pattern.test(word),
  )

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(make|eye)[ -](up|shadow|liner)/g, '$1$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
