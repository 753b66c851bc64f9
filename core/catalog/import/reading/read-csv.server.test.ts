import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type CsvLine, detectEncoding, readCsvLines } from './read-csv.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-csv-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'products.csv')

async function readLines(content: string | Uint8Array) {
  writeFileSync(file, content)
  const lines: CsvLine[] = []
  for await (const line of readCsvLines(file, await detectEncoding(file))) lines.push(line)
  return lines
}

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', ' ', 'é', '玫', '🌹'),
    minLength: 1,
    maxLength: 12,
  }),
  fc.string({ unit: fc.constantFrom('a', '\n', '"'), minLength: 1, maxLength: 6 }),
)

test('a file reads back as it was written, with the line that each row starts on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (rows, delimiter, lineBreak, hasBom) => {
        const header = ['slug', 'name']
        const text = stringify([header, ...rows], { delimiter, record_delimiter: lineBreak })
        const lines = await readLines(hasBom ? `\uFEFF${text}` : text)
        expect(lines.map(({ cells }) => cells)).toEqual([header, ...rows])
        let line = 1
        const starts = [header, ...rows].map((row) => {
          const start = line
          line += 1 + (row.join('').match(/\n/g)?.length ?? 0)
          return start
        })
        expect(lines.map((read) => read.line)).toEqual(starts)
      },
    ),
    { numRuns: 60 },
  )
})

test('empty lines are skipped and counted', async () => {
  expect(await readLines('slug,name\n\n\nrose,Rose\n')).toEqual([
    { line: 1, cells: ['slug', 'name'] },
    { line: 4, cells: ['rose', 'Rose'] },
  ])
})

test.each([
  ['slug,name\r\nrose,Rose\r\nmoss,Moss\r', [1, 2, 3]],
  ['slug,name\r\nrose,Rose\r\nmoss,Moss\r\n\r', [1, 2, 3]],
  ['slug,name\r\nrose,"Ro\r\nse"\r\nmoss,Moss\r', [1, 2, 4]],
])('a file with CRLF that ends in a single CR, %j, reads as if it were whole', async (text, starts) => {
  const lines = await readLines(text)
  expect(lines.map(({ line }) => line)).toEqual(starts)
  expect(lines.at(-1)?.cells).toEqual(['moss', 'Moss'])
})

test('each row has a line of its own, also after a single CR between CRLFs', async () => {
  const lines = await readLines('slug,name\r\nrose,Ro\rse\r\nmoss,Mo\rss\r\niris,Iris\r\n')
  const numbers = lines.map(({ line }) => line)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((first, second) => first - second))
  expect(lines).toHaveLength(4)
})

test('the delimiter is the most frequent one in the first line, outside quotation marks', async () => {
  const [header] = await readLines('"a;b;c;d",e\n')
  expect(header?.cells).toEqual(['a;b;c;d', 'e'])
  expect((await readLines('a;b,c;d\n'))[0]?.cells).toEqual(['a', 'b,c', 'd'])
  expect((await readLines('slug\nrose\n')).map(({ cells }) => cells)).toEqual([['slug'], ['rose']])
})

test.each([
  ['a byte order mark', Buffer.from('\uFEFFslug', 'utf8'), 'utf-8'],
  ['little-endian UTF-16', Buffer.from('\uFEFFslug', 'utf16le'), 'utf-16le'],
  ['big-endian UTF-16', Buffer.from('\uFEFFslug', 'utf16le').swap16(), 'utf-16be'],
  ['bytes that aren’t UTF-8', Buffer.from('cr\xe8me', 'latin1'), 'windows-1252'],
  ['a character cut off at the end', Buffer.from('crème').subarray(0, 3), 'windows-1252'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
])('a file with %s is read as its encoding', async (_, bytes, encoding) => {
  writeFileSync(file, bytes)
  expect(await detectEncoding(file)).toBe(encoding)
})

test('text in each encoding keeps its accents and has no byte order mark', async () => {
  const text = '\uFEFFname,brand\nCrème,Été\n'
  const utf16 = Buffer.from(text, 'utf16le')
  for (const bytes of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()]) {
    expect((await readLines(bytes)).map(({ cells }) => cells)).toEqual([
      ['name', 'brand'],
      ['Crème', 'Été'],
    ])
  }
})

test('a character that spans two chunks of a large file stays whole', async () => {
  const name = '玫瑰'.repeat(40_000)
  const [, row] = await readLines(`slug,name\nrose,${name}\n`)
  expect(row?.cells).toEqual(['rose', name])
})

test('a workbook is refused with what to do instead', async () => {
  const message =
    'This is a workbook, not a CSV file. In your spreadsheet, save it as CSV (UTF-8), then upload that file.'
  await expect(readLines('PK\u0003\u0004[Content_Types].xml')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { file: message },
  })
})

test('a quotation mark that is never closed is refused near its line, before it fills the memory', async () => {
  await expect(
    readLines(`slug,name\nrose,Rose\nmoss,"Moss\n${'x,y\n'.repeat(200_000)}`),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { file: expect.stringContaining('on or soon after line 3 is never closed') },
  })
})
