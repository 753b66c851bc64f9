export type InciEntry = {
  /** As in the list. */
  text: string
  name: string
  percent: number | null
  mayContain: boolean
  isNano: boolean
  /** Of footnotes, such as *. */
  marks: string[]
}

/** As in "Water (and) Glycerin", but not in FD & C Red No. 40. */
const AND = / ?\((?:and|&|et|und)\) ?|(?<!\bF?D) & /iu
const MARKS = /[*†‡§°¹²³⁴⁵⁶⁷⁸⁹]+/gu
const NANO = /[([] ?nano ?[)\]]/iu
const PERCENT = /[([]? ?[<>≤≥~≈]? ?(\d{1,3}(?:[.,]\d{1,4})?) ?%(?: ?[wv] ?\/ ?[wv])? ?[)\]]?/iu

/** The names of one part of a list: several if it is a blend, or a group of colorants. */
export function readInciEntries(part: string, mayContain: boolean): InciEntry[] {
  return part
    .split(AND)
    .flatMap((item) => splitColorants(item.trim()))
    .flatMap((text) => {
      const name = cleanName(text)
      if (!/[\p{L}\p{N}]/u.test(name)) return []
      const percent = PERCENT.exec(text)?.[1]
      return {
        ...{ text, name, mayContain, isNano: NANO.test(text), marks: text.match(MARKS) ?? [] },
        percent: percent ? Number(percent.replace(',', '.')) : null,
      }
    })
}

function cleanName(text: string): string {
  const name = text
    .replaceAll(MARKS, ' ')
    .replace(NANO, ' ')
    .replace(PERCENT, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/(\p{L})\(/gu, '$1 (')
    .replaceAll(/(?<=-)\n/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .:/–—-]+/u, '')
    .replace(/^\d{1,3}[.)] /, '')
    .replace(/(\d{5}):\d$/, '$1')
    .trim()
  return toColorIndex(/denat ?\.$/i.test(name) ? name : name.replace(/[ .:]{1,9}$/, ''))
}

/** "Titanium Dioxide CI 77891" and "77891" are CI 77891. */
function toColorIndex(name: string): string {
  if (/^\d{5}$/.test(name)) return `CI ${name}`
  const [match = '', number] = / (C\.?I\.? ?\d{5})$/i.exec(name) ?? []
  return number && !name.slice(0, -match.length).includes('(') ? number : name
}

/** "Iron Oxides (CI 77491, CI 77492)" and "CI 77491/77492" name several colorants. */
function splitColorants(text: string): string[] {
  const numbers = text.match(/(?<!\d)\d{5}(?!\d)/g) ?? []
  const isGroup = numbers.length > 1 && /\bC\.? ?I\.?[ \d]/i.test(text)
  // A number says which iron oxide it is.
  return isGroup || (numbers.length && /iron oxide/i.test(text))
    ? numbers.map((number) => `CI ${number}`)
    : [text]
}
