import { Refusal } from '../errors.ts'

/** Where a page of a list ended: the value it is sorted by, and the id that breaks ties. */
export type Cursor = { value: string | number; id: string }

export function writeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

export function readCursor(text: string): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[]
      const known = isText(value) || (typeof value === 'number' && Number.isFinite(value))
      if (known && isText(id)) return { value, id }
    }
  } catch {
    // Not JSON: refused below like any other text that no list gave out.
  }
  throw new Refusal('invalid_input', 'This page of the list is not known. Start again from the first.', {
    cursor: 'Use a next_cursor that this list gave.',
  })
}

// PostgreSQL keeps no NUL in a text, and says so with an error.
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
