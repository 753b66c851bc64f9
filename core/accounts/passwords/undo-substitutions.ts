const SUBSTITUTIONS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  // 1 stands for both letters, so both are compared as one.
  l: 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
}
const SUBSTITUTED = /[01!|l34@5$7]/g

/** Brings `P@ssw0rd` and `password` to the same form. The form has as many characters as `simplify` returns. */
export function undoSubstitutions(text: string): string {
  return simplify(text).replace(SUBSTITUTED, (character) => SUBSTITUTIONS[character] ?? character)
}

/** In lowercase and without accents. */
export function simplify(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
