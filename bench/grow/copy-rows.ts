import { once } from 'node:events'
import { type ClientBase, Query } from 'pg'

export type TableRow = Record<string, unknown>

/** COPY is several times faster than inserts. All rows must have the same columns. */
export async function copyRows(client: ClientBase, table: string, rows: TableRow[]): Promise<void> {
  if (!rows[0]) return
  const columns = Object.keys(rows[0])
  const text = rows.map((row) => `${columns.map((column) => toCopyValue(row[column])).join('\t')}\n`).join('')
  const query = new CopyFromQuery(`copy ${table} (${columns.join(', ')}) from stdin`, Buffer.from(text))
  const finished = once(query, 'end')
  client.query(query)
  await finished
}

type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** pg supports the COPY protocol but has no public method for it. */
class CopyFromQuery extends Query {
  readonly #data: Buffer

  constructor(text: string, data: Buffer) {
    super(text)
    this.#data = data
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }
}

/** Arrays become `text[]`; other objects become JSON. */
function toCopyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return escapeCopyText(value)
  if (Array.isArray(value)) return escapeCopyText(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  return escapeCopyText(JSON.stringify(value))
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escapeCopyText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
}
