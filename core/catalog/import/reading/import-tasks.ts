import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ImportColumn } from '../columns/column-schemas.ts'
import type { ColumnMapping } from '../columns/import-columns.ts'
import type { ImportFileRow } from '../product-csv.ts'
import type { ImportFormat } from '../product-import.ts'
import { extractZipEntry, listZipEntries } from './picture-zip.ts'
import { type CsvLine, detectEncoding, isZip, readCsvLines } from './read-csv.server.ts'
import { readImportFile } from './read-import.server.ts'
import type { ImportCategories } from './shopify-csv.ts'

/** They run in the import process, so their parameters and results must be serializable. */
export const importTasks = { inspectImport, readImport, readTable, listZipEntries, extractZipEntry }

/** Refuses a file that is neither a table of products nor a ZIP. */
async function inspectImport(file: string): Promise<{ encoding: string; format: ImportFormat }> {
  if (await isZip(file)) {
    await listZipEntries(file)
    return { encoding: 'utf-8', format: 'pictures' }
  }
  const encoding = await detectEncoding(file)
  const lines = readCsvLines(file, encoding)
  const { format } = await readImportFile(lines, NO_CATEGORIES).finally(() => lines.return(undefined))
  return { encoding, format }
}

const NO_CATEGORIES = { categories: [], category: null, createsMissing: false }

type ReadOptions = ImportCategories & { encoding: string; mapping: ColumnMapping; to: string }

/** Writes each row as a line of JSON. Returns the notes about the file, and the columns that the store doesn't know. */
async function readImport(
  file: string,
  { encoding, mapping, to, ...categories }: ReadOptions,
): Promise<{ notes: string[]; columns: ImportColumn[] }> {
  const { notes, rows, listColumns } = await readImportFile(readCsvLines(file, encoding), categories, mapping)
  await pipeline(rows, toJsonLines, createWriteStream(to))
  return { columns: listColumns(), notes }
}

/** Writes each line of any CSV file as a line of JSON, with its number and cells. Returns the file's encoding. */
async function readTable(file: string, to: string): Promise<string> {
  const encoding = await detectEncoding(file)
  await pipeline(readCsvLines(file, encoding), toJsonLines, createWriteStream(to))
  return encoding
}

async function* toJsonLines(rows: AsyncIterable<ImportFileRow | CsvLine>): AsyncGenerator<string> {
  // Node's line reader ends lines at the separators of Unicode, too.
  for await (const row of rows)
    yield `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}
