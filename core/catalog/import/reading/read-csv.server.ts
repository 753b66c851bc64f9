import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalidInput } from '#core/errors.ts'

export type CsvLine = { line: number; cells: string[] }

const MAX_RECORD_LENGTH = 500_000

/** Uses the byte order mark if there is one, then UTF-8 if the bytes are valid, then Windows-1252. */
export async function detectEncoding(file: string): Promise<string> {
  const bom = await readFirstBytes(file, 4)
  if (Buffer.from(bom).equals(ZIP_SIGNATURE))
    throw invalidInput(
      'file',
      'This is a workbook, not a CSV file. In your spreadsheet, save it as CSV (UTF-8), then upload that file.',
    )
  if (bom[0] === 0xff && bom[1] === 0xfe) return 'utf-16le'
  if (bom[0] === 0xfe && bom[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(file)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

export async function isZip(file: string): Promise<boolean> {
  return Buffer.from(await readFirstBytes(file, 4)).equals(ZIP_SIGNATURE)
}

const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1')

export async function* readCsvLines(file: string, encoding: string): AsyncGenerator<CsvLine> {
  const text = decodeFile(file, encoding)
  const { value: first = '' } = await text.next()
  const parser = Readable.from(prepend(first, text)).pipe(
    parse({
      delimiter: detectDelimiter(first),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: MAX_RECORD_LENGTH,
    }),
  )
  let extraLines = 0
  let last = 0
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: ParserInfo; record: string[] }>) {
      const recordText = record.join('')
      // Inside quotation marks, the parser counts CRLF as two lines.
      const lineBreakPairs = countMatches(recordText, /\r\n/g)
      extraLines += lineBreakPairs
      const lineBreaks = countMatches(recordText, /[\r\n]/g) - lineBreakPairs
      // Between CRLFs, the parser doesn't count a single CR outside of quotation marks.
      const line = Math.max(info.lines - extraLines - lineBreaks, last + 1)
      last = Math.max(info.lines - extraLines, line)
      const cells = withoutLastCr(record)
      if (cells.length > 1 || cells[0]) yield { line, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidInput('file', unclosedQuoteMessage(last + 1))
  }
}

type ParserInfo = { lines: number }

/** A file whose last line break, a CRLF, lost its last byte. */
const withoutLastCr = (record: string[]) => record.with(-1, (record.at(-1) ?? '').replace(/\r$/, ''))

const unclosedQuoteMessage = (line: number) =>
  `A quotation mark on or soon after line ${line} is never closed. Close it or export the file again, then upload it.`

const DELIMITERS = [',', ';', '\t']

function detectDelimiter(text: string): string {
  const firstLine = (/^[^\r\n]*/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? '').split('')
  const counts = DELIMITERS.map(
    (delimiter) => firstLine.filter((character) => character === delimiter).length,
  )
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

async function* decodeFile(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

async function readFirstBytes(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    return (await handle.read(new Uint8Array(length), 0, length, 0)).buffer
  } finally {
    await handle.close()
  }
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
