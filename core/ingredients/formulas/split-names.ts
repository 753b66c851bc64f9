const MAX_NAMES = 10
/** Not the comma of 1,2-Hexanediol. */
const SEPARATOR = /(?<!\d),|,(?!\d)/

/** The names of a parameter such as `niacinamide,panthenol`, in order, without repetitions. */
export function splitNames(text: string | null | undefined): string[] {
  const names = (text ?? '').split(SEPARATOR).map((name) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  return [...new Set(names)].filter((name) => name && name.length <= 200).slice(0, MAX_NAMES)
}
