import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Refusal } from '../errors.ts'

export type Line = { line: number; cells: string[] }

const LARGEST_RECORD = 500_000

/** Which letters a file's bytes mean: as its mark says, else UTF-8 where that fits, else those of Western Europe. */
export async function encodingOf(file: string): Promise<string> {
  const mark = await firstBytes(file, 4)
  if (Buffer.from(mark).equals(ZIP)) throw new Refusal('invalid_input', WORKBOOK, { file: WORKBOOK })
  if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le'
  if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(file)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const WORKBOOK = 'This is a workbook, not a CSV. Save it as CSV (UTF-8) in your spreadsheet, and send that.'

/** A table's lines as they stand in the file, a piece of it in memory at a time, by whatever parts its cells. */
export async function* readTable(file: string, encoding: string): AsyncGenerator<Line> {
  const text = decoded(file, encoding)
  const { value: first = '' } = await text.next()
  const parser = Readable.from(followed(first, text)).pipe(
    parse({
      delimiter: delimiterOf(first),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: LARGEST_RECORD,
    }),
  )
  let surplus = 0
  let last = 0
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      const within = record.join('')
      // Inside quotation marks the parser counts both halves of a line break.
      const pairs = count(within, /\r\n/g)
      surplus += pairs
      last = info.lines - surplus
      yield { line: last - (count(within, /[\r\n]/g) - pairs), cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Refusal('invalid_input', UNREADABLE(last + 1), { file: UNREADABLE(last + 1) })
  }
}

type Info = { lines: number }

const UNREADABLE = (line: number) =>
  `The quotation mark that opens on line ${line}, or soon after, is never closed. Close it, or save the file anew, and send it again.`

const DELIMITERS = [',', ';', '\t']

/** What stands most often in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? '').split('')
  const often = DELIMITERS.map((delimiter) => head.filter((letter) => letter === delimiter).length)
  return DELIMITERS[often.indexOf(Math.max(...often))] ?? ','
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* followed(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

async function firstBytes(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    return (await handle.read(new Uint8Array(length), 0, length, 0)).buffer
  } finally {
    await handle.close()
  }
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
