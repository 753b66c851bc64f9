/** What stands between names of a list. `text` is a part of a name. */
type InciToken =
  | { kind: 'text' | 'head' | 'separator' | 'may-contain' | 'may-contain-end'; end: number }
  | { kind: 'footnote'; footnote: { mark: string; text: string }; end: number }

const HEAD =
  /(?:(?:in)?active |other |full )?(?:ingr[ée]dient(?:s|es|i)?|inci|inhaltsstoffe|bestandteile|zutaten|składniki|состав)(?: ?\(inci\))?(?: list)?(?: ?\/ ?ingr[ée]dients)?(?: ?[:：]| - |\n)/iuy
const MAY_CONTAIN =
  /[([]? ?(?:\+ ?\/ ?[-–−]|±|may contain|peut contenir|kann enthalten|puede contener|può contenere|pode conter)/iuy
/** Up to the first name: "(+/-):", "/ Peut contenir". */
const MAY_CONTAIN_REST = /(?:[ :/\n)\]([]|\+ ?\/ ?[-–−]|±|may contain|peut contenir)*/iuy
const MARKS = /[*†‡§°¹²³⁴⁵⁶⁷⁸⁹]+/uy
const NOTE_TEXT = /[ =:)–-]{0,4}\p{L}/uy
const NOTE_END = /[*†‡§°¹²³⁴⁵⁶⁷⁸⁹]+[ =:)–-]{0,4}\p{L}/uy
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** One kind of space, line break, and bracket. */
export function tidyInciText(pasted: string): string {
  return pasted
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll('\\', '/')
    .replaceAll(/\(([*†‡]{1,4})\)/g, '$1')
    .trim()
}

/** Reads the token at a position of a tidy text, `start` being where the current name starts. Ask for positions in order. */
export function createTokenReader(text: string): (i: number, start: number) => InciToken {
  const brackets = matchBrackets(text)
  const separates = createSeparatorCheck(text, brackets)
  /** Those behind a name. Brands that put them before names don't put them behind others. */
  const nameMarks = new Set<string>()
  const seenMarks = new Set<string>()
  let hasText = false
  let sectionEnd = -1
  let footnoteEnd = -1

  const readFootnote = (i: number, start: number): InciToken | undefined => {
    const marksEnd = endOf(MARKS, text, i)
    if (!marksEnd) return undefined
    const mark = text.slice(i, marksEnd)
    const follows = endOf(NOTE_TEXT, text, marksEnd) > 0
    const before = text.slice(start, i).trim()
    const isAfterSpace = /\s/.test(text.charAt(i - 1))
    const afterLine = seenMarks.has(mark) && text.charAt(i - 1) === '\n'
    const isNote =
      follows &&
      hasText &&
      (i === footnoteEnd ||
        (nameMarks.has(mark)
          ? isAfterSpace || !before
          : before !== '' && isAfterSpace && (before.endsWith('.') || afterLine)))
    if (!isNote) {
      seenMarks.add(mark)
      if (before) nameMarks.add(mark)
      return { kind: 'text', end: marksEnd }
    }
    let end = marksEnd
    while (end < text.length && !endsNote(end)) end += 1
    footnoteEnd = end
    return {
      ...{ kind: 'footnote', end },
      footnote: {
        mark,
        text: text
          .slice(marksEnd, end)
          .replace(/^[ =:)–-]{1,4}/, '')
          .trim()
          .replaceAll('\n', ' '),
      },
    }
  }
  const endsNote = (i: number) =>
    /\s/.test(text.charAt(i - 1)) && (endOf(NOTE_END, text, i) > 0 || endOf(MAY_CONTAIN, text, i) > 0)

  const readSection = (i: number): InciToken | undefined => {
    const markerEnd = endOf(MAY_CONTAIN, text, i)
    if (!markerEnd) return undefined
    const end = endOf(MAY_CONTAIN_REST, text, markerEnd) || markerEnd
    // "(+/-)" has no names in it: they follow. In "[+/- CI 77491]", the bracket ends them.
    for (let at = i; at < end; at++) {
      const close = brackets.get(at) ?? -1
      if (close >= end) sectionEnd = close
    }
    return { kind: 'may-contain', end }
  }

  return (i, start) => {
    if (i === sectionEnd) return { kind: 'may-contain-end', end: i + 1 }
    if (i === 0 || !LETTER_OR_DIGIT.test(text.charAt(i - 1))) {
      const headEnd = endOf(HEAD, text, i)
      if (headEnd) return { kind: 'head', end: headEnd }
      const section = readSection(i)
      if (section) return section
    }
    const footnote = readFootnote(i, start)
    if (footnote) return footnote
    if (separates(i, start)) return { kind: 'separator', end: i + 1 }
    hasText ||= LETTER_OR_DIGIT.test(text.charAt(i))
    return { kind: 'text', end: (brackets.get(i) ?? i) + 1 }
  }
}

/** Where the match at this position ends. 0: there is none. */
function endOf(expression: RegExp, text: string, i: number): number {
  expression.lastIndex = i
  return expression.test(text) ? expression.lastIndex : 0
}

/** The closing bracket of each opening one. Those without a partner are left out. */
function matchBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (/[([]/.test(text.charAt(i))) open.push(i)
    const start = /[)\]]/.test(text.charAt(i)) ? open.pop() : undefined
    if (start !== undefined) pairs.set(start, i)
  }
  return pairs
}

/** In a list without other separators, a line break is one. Else it may be within a name. */
function createSeparatorCheck(text: string, brackets: Map<number, number>) {
  let separators = 0
  let start = 0
  for (let i = 0; i < text.length; i = (brackets.get(i) ?? i) + 1)
    if (isSeparator(text, i, start)) {
      separators += 1
      start = i + 1
    }
  const lineBreaks = text.split('\n').length - 1
  return (i: number, nameStart: number): boolean =>
    text.charAt(i) === '\n'
      ? separators < lineBreaks || text.charAt(i + 1) === '\n'
      : isSeparator(text, i, nameStart)
}

function isSeparator(text: string, i: number, start: number): boolean {
  const character = text.charAt(i)
  if (character !== ',') return /[;•●▪·|，、]/u.test(character)
  const from = Math.max(start, i - 16)
  const before = (from > start ? '…x' : '') + text.slice(from, i)
  const after = text.slice(i + 1, i + 17)
  return !isDecimal(before, after) && !isBrokenLocant(before, after) && !isLocant(before, after)
}

/** 2,5% */
function isDecimal(before: string, after: string): boolean {
  return /\d$/.test(before) && /^\d{1,2} ?%/.test(after)
}

/** "1, 2-Hexanediol", as some shops write it. */
function isBrokenLocant(before: string, after: string): boolean {
  return /^\s*\d$/.test(before) && /^ \d-\p{L}/u.test(after)
}

/**
 * Numbers in 1,2-Hexanediol and N,N-Bis ascend. Within a name, they count what follows, as in Propane-1,3-Diol; in
 * "PEG-8,12-Hydroxystearic Acid", the comma separates.
 */
function isLocant(before: string, after: string): boolean {
  if (/(?:^|[^\p{L}])N$/iu.test(before) && /^N['’]?-/i.test(after)) return true
  const [, lead, first] = /(^[^\p{L}\p{N}]*|-|\()(?:\d{1,2}['’]?,)*(\d{1,2})['’]?$/u.exec(before) ?? []
  const [, next, multiple] = /^(\d{1,2})['’]?(?:,\d{1,2}['’]?)*-(di|tri|tetra)?/i.exec(after) ?? []
  return (
    first !== undefined && next !== undefined && Number(first) <= Number(next) && (lead !== '-' || !!multiple)
  )
}
