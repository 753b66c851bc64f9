import { Refusal } from './errors.ts'

/** Where a page of a list ended: the value it is sorted by, and the id that breaks ties. */
export type Cursor = { value: string | number; id: string }
/** What a list is sorted by, in the database's word for it. */
export type SortedBy = 'timestamptz' | 'text' | 'bigint'

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
  throw unknownPage()
}

/** Of a list that is sorted by when things came to be. */
export function readMomentCursor(text: string): Cursor {
  const cursor = readCursor(text)
  if (!isMoment(cursor.value)) throw unknownPage()
  return cursor
}

/** As we write them, and no other of the many forms that JavaScript reads and PostgreSQL may not. */
export function isMoment(value: string | number): boolean {
  return /^\d{4}-/.test(String(value)) && new Date(value).toJSON() === value
}

function unknownPage(): Refusal {
  return new Refusal('invalid_input', 'This page of the list is not known. Start again from the first.', {
    cursor: 'Use a next_cursor that this list gave.',
  })
}

/** Of this list, and not of the same list in another order. */
export function checkedCursor(sortedBy: SortedBy, cursor: Cursor): Cursor {
  const fits = {
    timestamptz: isMoment(cursor.value),
    text: typeof cursor.value === 'string',
    bigint: Number.isSafeInteger(cursor.value),
  }
  if (fits[sortedBy]) return cursor
  throw new Refusal(
    'invalid_input',
    'This page belongs to another order of the list. Start again from the first.',
    {
      cursor: 'Use a next_cursor that this list gave, with the same sort.',
    },
  )
}

// PostgreSQL keeps no NUL in a text, and says so with an error.
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
