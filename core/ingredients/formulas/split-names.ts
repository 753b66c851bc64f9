const MAX_NAMES = 10
/** Not the comma of 1,2-Hexanediol. */
const SEPARATOR = /(?<!\d),|,(?!\d)/

/** One line, without what PostgreSQL can't store. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s\ufffd]+/gu, ' ')
    .trim()
}

/** The names of a parameter such as `niacinamide,panthenol`, in order, without repetitions. */
export function splitNames(text: string | null | undefined): string[] {
  const names = cleanLine(text ?? '')
    .split(SEPARATOR)
    .map((name) => name.trim().toLowerCase())
  return [...new Set(names)].filter((name) => name && name.length <= 200).slice(0, MAX_NAMES)
}
