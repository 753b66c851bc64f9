import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { EMPTY_MEMBER } from '#core/catalog/families/family.ts'
import type { FamilyOption } from '#core/catalog/families/family-options.ts'
import { invalidInput } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { readShadeLines, type ShadeLines } from './read-shade-lines.ts'

const MAX_EMPTY_ROWS = 50

/** The typed lines, then the empty rows, with the price and size of the family's last product. */
export function readNewShades(form: FormData, members: AdminProduct[], options: FamilyOption[]): ShadeLines {
  const last = members.at(-1)
  const defaults = {
    price: last?.price ?? 0,
    sizeQuantity: last?.sizeQuantity ?? null,
    sizeUnit: last?.sizeUnit ?? null,
  }
  const typed = readShadeLines(fieldText(form, 'lines'), defaults, options)
  const count = fieldText(form, 'count').trim()
  if (!/^[0-9]{0,3}$/.test(count) || Number(count) > MAX_EMPTY_ROWS)
    throw invalidInput('count', `Enter a number up to ${MAX_EMPTY_ROWS}.`)
  const empty = newShadeNames(members, Number(count)).map((shadeName) => ({
    ...EMPTY_MEMBER,
    ...defaults,
    shadeName,
  }))
  const added = [...typed.members, ...empty]
  if (!added.length) throw invalidInput('lines', 'Enter at least one product.')
  return { members: added, lines: typed.lines }
}

/** A member needs a shade, so an empty row has one to replace. */
function newShadeNames(members: AdminProduct[], count: number): string[] {
  const taken = new Set(members.map(({ shadeName }) => shadeName))
  const numbers = Array.from({ length: members.length + count }, (_, index) => index + 1)
  return numbers
    .map((number) => `New shade ${number}`)
    .filter((name) => !taken.has(name))
    .slice(0, count)
}
