import type { Form, ProductDrawing } from './product-drawing.ts'
import { TONES, type Tone } from './tones.ts'

type DrawableProduct = { slug: string; name: string; category: string }

export const chooseDrawing = (product: DrawableProduct): ProductDrawing => ({
  form: chooseForm(product),
  tone: chooseTone(product),
})

// The first match wins: a powder brush is a brush, a lip balm a jar, a hand cream a tube.
const FORM_WORDS: [Form, RegExp][] = [
  ['brush', /\bbrush/],
  ['comb', /\bcomb/],
  ['palette', /\b(palette|eye ?shadow|quad)/],
  ['stone', /\b(gua sha|stone|roller|quartz|jade)/],
  ['mascara', /\b(mascara|(eye ?)?liner|brow)/],
  ['diffuser', /\b(diffuser|reeds?)\b/],
  ['candle', /\bcandle/],
  ['jar', /\b(solid|balm|mask|butter|pomade|scrub)/],
  ['perfume', /\b(parfum|perfume|eau|extrait|cologne|toilette)/],
  ['lipstick', /\b(lip|lips|lipstick)\b/],
  ['compact', /\b(powder|blush|highlighter|bronzer|compact)/],
  ['pump', /\bfoundation/],
  ['mirror', /\bmirror/],
  ['tube', /\b(cleanser|sunscreen|sun|spf|hand|primer|concealer)\b/],
  ['dropper', /\b(serum|drops|ampoule|elixir|face oil|facial oil)\b/],
  ['jar', /\b(cream|crème|moisturi[sz]er)/],
  ['pump', /\b(shampoo|hair oil|lotion|wash|soap)/],
  ['bottle', /\b(oil|conditioner|mist|toner|tonic|essence|rinse)/],
]

const FORM_BY_CATEGORY: Record<string, Form> = {
  Skincare: 'jar',
  Makeup: 'compact',
  Haircare: 'bottle',
  Fragrance: 'perfume',
  'Tools & Accessories': 'mirror',
}

function chooseForm({ name, category }: DrawableProduct): Form {
  const words = name.toLowerCase()
  const match = FORM_WORDS.find(([, pattern]) => pattern.test(words))
  return match?.[0] ?? FORM_BY_CATEGORY[category] ?? 'bottle'
}

// A product named after a color should be drawn in it.
const TONE_WORDS: [Tone, RegExp][] = [
  ['ink', /\b(black|charcoal|noir|midnight|mascara|cedar|oud|leather)\b/],
  ['rosewood', /\b(mulberry|berry|plum|cherry|dusk|wine|red|iris)\b/],
  ['paper', /\b(white|oat|rice|cotton|linen|vitamin)\b/],
  ['amber', /\b(amber|apricot|orange|honey|rose hip|argan|sand|comb)\b/],
  ['blush', /\b(rose|pink|peony|blush|petal|peach|nude)\b/],
  ['moss', /\b(rosemary|green|moss|sage|fig|mint|jade|tea|camellia|aloe)\b/],
]

function chooseTone({ slug, name }: DrawableProduct): Tone {
  const words = name.toLowerCase()
  const match = TONE_WORDS.find(([, pattern]) => pattern.test(words))
  return match?.[0] ?? TONES[hash(slug) % TONES.length] ?? 'paper'
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return value
}
