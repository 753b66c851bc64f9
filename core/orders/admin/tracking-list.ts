import { Refusal } from '#core/errors.ts'

/** Tracking numbers by order number, from pasted lines: each has its order's number first, or all are in the order of `numbers`. */
export function readTrackingList(text: string, numbers: readonly string[]): Map<string, string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const hasNumbers = lines.some((line) => splitLine(line).number !== undefined)
  if (!hasNumbers && lines.length > numbers.length)
    throw refuse(
      `There are ${lines.length} tracking numbers for ${numbers.length} orders. Delete lines or start each with its order number.`,
    )
  const tracking = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const { number, rest } = hasNumbers ? splitLine(line) : { number: numbers[index], rest: line }
    if (number === undefined)
      throw refuse(`Line ${index + 1} has no order number. Start each line with one, or none.`)
    if (!numbers.includes(number)) throw refuse(`Line ${index + 1}: order ${number} isn’t in this list.`)
    if (tracking.has(number))
      throw refuse(`Line ${index + 1}: order ${number} has a tracking number already.`)
    if (!rest) throw refuse(`Line ${index + 1} has no tracking number.`)
    tracking.set(number, rest)
  }
  return tracking
}

/** 'EB123456, 1Z999' with a tab, comma, semicolon, or spaces between them. */
function splitLine(line: string): { number: string | undefined; rest: string } {
  const [first = ''] = line.split(/[\s,;]/, 1)
  const number = first.replace('#', '').toUpperCase()
  if (!/^EB\d+$/.test(number)) return { number: undefined, rest: line }
  return { number, rest: line.slice(first.length).replace(/^[\s,;]+/, '') }
}

function refuse(message: string): Refusal {
  return new Refusal('invalid_input', message, { tracking_list: message })
}
