const GREEK: Record<string, string> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ω: 'omega' }

/**
 * The form in which names are compared: "Aloë  barbadensis (Aloe) Leaf-Juice*" is "aloe barbadensis leaf juice". A
 * common name in parentheses is dropped, but not a part of the name, as in Bis-(Butyl)…
 */
export function normalizeInci(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[αβγδω]/g, (letter) => ` ${GREEK[letter] ?? ''} `)
    .replaceAll(/(^|\s)\([^()]*\)(?=\s|[,/*]|$)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .replaceAll(/ ?\/ ?/g, '/')
    .trim()
  return words.replaceAll(/(?<![a-z0-9])c ?i ?(\d{5})(?!\d)/g, 'ci $1')
}
