import { EMPTY_MEMBER, type MemberDraft } from '#core/catalog/families/family.ts'
import { type FamilyOption, optionField } from '#core/catalog/families/family-options.ts'
import { guessColor } from '#core/catalog/families/guess-color.ts'
import { isKnownUnit, parseSize } from '#core/catalog/size.ts'
import { invalidInput } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'

export type MemberDefaults = Pick<MemberDraft, 'price' | 'sizeQuantity' | 'sizeUnit'>

/** `lines` has the line number of each member, for messages. */
export type ShadeLines = { members: MemberDraft[]; lines: number[] }

/**
 * Reads one shade or size per line: `Name, code, #color`, or columns copied from a spreadsheet.
 * A size such as 30 ml and a price such as $38 can be anywhere in the line.
 */
export function readShadeLines(
  text: string,
  defaults: MemberDefaults,
  options: FamilyOption[] = ['shade'],
): ShadeLines {
  const textOptions = options.filter((option) => option !== 'size')
  const numbered = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim())
  return {
    members: numbered.map(({ line, number }) => readShade({ line, number, defaults, textOptions })),
    lines: numbered.map(({ number }) => number),
  }
}

type Line = { line: string; number: number; defaults: MemberDefaults; textOptions: FamilyOption[] }

function readShade({ line, number, defaults, textOptions }: Line): MemberDraft {
  const refuse = (message: string) => invalidInput('lines', `Line ${number}: ${message}`)
  const member = { ...EMPTY_MEMBER, ...defaults }
  const texts: string[] = []
  for (const cell of line.split(line.includes('\t') ? '\t' : ',').map((part) => part.trim())) {
    const size = parseSize(cell)
    if (cell.startsWith('#')) member.shadeColor = cell
    else if (!('error' in size) && isKnownUnit(size.sizeUnit)) Object.assign(member, size)
    else if (cell.startsWith('$')) {
      const amount = parseAmount(cell.slice(1))
      if ('error' in amount) throw refuse(amount.error)
      member.price = amount.cents
    } else texts.push(cell)
  }
  if (textOptions.some((option) => option !== 'shade')) {
    if (texts.slice(textOptions.length).some(Boolean))
      throw refuse(`Enter at most ${textOptions.length} values besides a size, a color, and a price.`)
    for (const [index, option] of textOptions.entries())
      Object.assign(member, { [optionField(option)]: texts[index] || null })
    return withColor(member)
  }
  const [shadeName = '', shadeCode = '', shadeFinish = '', ...rest] = texts
  if (rest.some(Boolean)) throw refuse('Enter a name, a code, a color such as #8c3a4f, and a finish.')
  return withColor({ ...member, shadeName, shadeCode, shadeFinish })
}

/** A shade without a color gets the usual one of its name. */
const withColor = (member: MemberDraft): MemberDraft => ({
  ...member,
  shadeColor: member.shadeColor ?? guessColor(member.shadeName ?? ''),
})
