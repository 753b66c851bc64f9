import { simplify, undoSubstitutions } from './undo-substitutions.ts'

/** Words that attackers try first at a store like this one. The store’s name and the owner’s data are added to them. */
const STORE_WORDS = [
  ...['eternal', 'beauty', 'skincare', 'makeup', 'haircare', 'bodycare', 'fragrance', 'perfume', 'cosmetic'],
  ...['serum', 'lipstick', 'mascara', 'foundation', 'cleanser', 'moisturizer', 'shampoo', 'glow', 'luxury'],
  ...['store', 'shop', 'boutique', 'customer', 'owner', 'staff', 'manager', 'admin', 'administrator'],
  ...['login', 'guest', 'default', 'root'],
]

const MIN_WORD_LENGTH = 3
const MIN_OTHER_LETTERS = 4

/** `texts` are the store’s and the owner’s: a name, or an email address. */
export function contextWords(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) =>
    (text ?? '')
      .toLowerCase()
      .replace(/\.\p{L}+$/u, '')
      .split(/[^\p{L}]+/u),
  )
  return [...words, ...STORE_WORDS].filter(({ length }) => length >= MIN_WORD_LENGTH)
}

/** Finds the word that the password is built on, if hardly any other letters are left: `beauty` in `B3auty-2027`. */
export function findContextWord(password: string, words: readonly string[]): string | undefined {
  const isUsed = Array.from({ length: simplify(password).length }, () => false)
  const spelling = undoSubstitutions(password)
  const longestFirst = words.toSorted((first, second) => second.length - first.length)
  const wordsUsed = longestFirst.filter((word) => {
    const form = undoSubstitutions(word)
    const starts = [...spelling.matchAll(new RegExp(form, 'g'))].map(({ index }) => index)
    for (const start of starts) isUsed.fill(true, start, start + form.length)
    return starts.length > 0
  })
  const others = simplify(password)
    .split('')
    .filter((character, index) => !isUsed[index] && /\p{L}/u.test(character))
  return others.length < MIN_OTHER_LETTERS ? wordsUsed[0] : undefined
}
