import { previewCell } from '#core/catalog/import/product-csv.ts'
import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import type { CheckedRecord, DataImportOptions, DataRecord } from './data-import.ts'

export type ReadContext = { timeZone: string; notes: NoteCounts }
export type CheckContext = {
  db: Db
  settings: Settings
  now: Date
  options: DataImportOptions
  notes: NoteCounts
}
/** The data of a row, as its check stored it. */
export type PendingRecord = { line: number; data: unknown }
export type WriteContext = { db: Db; now: Date; actorId: string | null }

/** What a file can have, how its rows are checked, and how they are written. */
export type DataKind = {
  /** Refuses a file without the columns that it needs. */
  read(header: string[], ctx: ReadContext): (lines: AsyncIterable<CsvLine>) => AsyncGenerator<DataRecord>
  /** Compares up to 500 records with the store. */
  check(ctx: CheckContext, records: DataRecord[]): Promise<CheckedRecord[]>
  /** Returns the rows that can't be written any more, by line, with the reason. */
  write(ctx: WriteContext, rows: PendingRecord[]): Promise<Map<number, string>>
}

/** Notes about several rows, with their numbers. */
export type NoteCounts = Map<(count: number) => string, number>

export const countNote = (notes: NoteCounts, note: (count: number) => string) =>
  void notes.set(note, (notes.get(note) ?? 0) + 1)

export function invalidRecord(record: DataRecord): CheckedRecord {
  return { ...record, kind: 'invalid', data: null, details: [] }
}

export const problemOf = (column: string, value: string | undefined, problem: string) => ({
  column,
  value: previewCell(value ?? ''),
  problem,
})

export const lineProblem = ({ cells }: CsvLine, header: readonly string[]) =>
  cells.length === header.length
    ? undefined
    : problemOf(
        '',
        '',
        `This line has ${cells.length} cells, but the first line has ${header.length}. Put values with a comma or a line break in quotation marks.`,
      )
