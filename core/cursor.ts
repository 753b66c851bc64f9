import { Refusal } from './errors.ts'

/** The end of a list's page: the value it is sorted by, and the ID that breaks ties. */
export type Cursor = { value: string | number; id: string }
export type SortType = 'timestamptz' | 'text' | 'bigint'

export function encodeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

export function decodeCursor(text: string): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[]
      const isSortable = isText(value) || (typeof value === 'number' && Number.isFinite(value))
      if (isSortable && isText(id)) return { value, id }
    }
  } catch {
    // Not JSON: refused below, like any other text that no list returned.
  }
  throw invalidCursor()
}

/** Accepts only our own format: JavaScript reads many that PostgreSQL doesn't. */
function isTimestamp(value: string | number): boolean {
  return /^\d{4}-/.test(String(value)) && new Date(value).toJSON() === value
}

function invalidCursor(): Refusal {
  return new Refusal('invalid_input', 'This page doesn’t exist. Go back to the first page.', {
    cursor: 'Use a next_cursor that this list returned.',
  })
}

/** Refuses a cursor of the same list in a different sort order. */
export function requireCursorType(sortType: SortType, cursor: Cursor): Cursor {
  const matchesType = {
    timestamptz: isTimestamp(cursor.value),
    text: typeof cursor.value === 'string',
    bigint: Number.isSafeInteger(cursor.value),
  }
  if (matchesType[sortType]) return cursor
  throw new Refusal(
    'invalid_input',
    'This page belongs to a different sort order. Go back to the first page.',
    {
      cursor: 'Use a next_cursor that this list returned with the same sort.',
    },
  )
}

// PostgreSQL rejects NUL in text.
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
