import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Words of a private dialect that this code once used. Newcomers search for the industry's words: docs/glossary.md. */
const PROSE: [RegExp, string][] = [
  [/\bwhoever\b/i, 'anyone who, the customer, the caller'],
  [/\banew\b/i, 'again'],
  [/\b(un)?mended?\b/i, 'fix, fixed'],
  [/\bkeepsakes?\b/i, 'cookies'],
  [/\b(is|are|was|were|be|been) told\b/i, 'receives, is notified, sees'],
  [/\bwhat (is|was) kept\b/i, 'what is stored'],
  [/\bbecame of\b/i, 'happened to'],
  [/\b(can|could) be had\b/i, 'is available'],
  [/\bof ours\b/i, 'our, or the noun'],
  [/(?<!cost of )\bgoods\b/i, 'items, stock'],
  [/\be-mails?\b/i, 'email'],
  [/\bcatalogues?\b/i, 'catalog'],
  [/\bcolours?\b/i, 'color'],
]

/** Participles and metaphors say nothing as names: `notice`, `items`, and `listQuery` do. */
const NAMES =
  'said|told|kept|found|asked|shown|wanted|standing|goods|whoever|anew|away|gone|heard|begun|Row|Parts|Asked|Found|Wanted|Place|Kept|Standing|Told|Turn|World|Visiting|House|Till|Keepsake|Letter'
const DECLARATION = new RegExp(`\\b(?:const|let|function|type|interface|class)\\s+(${NAMES})\\b`)

const FOLDERS = ['api', 'core', 'db', 'demo', 'sandbox', 'scripts', 'server', 'web']
/**
 * Product copy has its own voice, shoppers type British spellings into search, the specification has its own headings,
 * and this file names what it forbids.
 */
const EXEMPT = [
  /^demo\/products\//,
  /^core\/search\/(synonyms|relevance\.fixture)\.ts$/,
  /^scripts\/(language\.test\.ts|specification\/)/,
]

const lines = FOLDERS.flatMap(sourceFiles)
  .filter((file) => !EXEMPT.some((exempt) => exempt.test(file)))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ text, place: `${file}:${index + 1}` })),
  )

test('names say what they hold', () => {
  expect(lines.filter(({ text }) => DECLARATION.test(text)).map(describe)).toEqual([])
})

test('comments and user-facing text are plain English', () => {
  const problems = lines.flatMap((line) =>
    PROSE.filter(([word]) => word.test(line.text)).map(([, better]) => `${describe(line)} (say: ${better})`),
  )
  expect(problems).toEqual([])
})

test('the check recognizes the dialect', () => {
  expect(DECLARATION.test('const said = 1')).toBe(true)
  expect(DECLARATION.test('type Found = {}')).toBe(true)
  expect(DECLARATION.test('const notFound = 1')).toBe(false)
  expect(PROSE.some(([word]) => word.test('Whoever comes is told'))).toBe(true)
})

function describe({ text, place }: { text: string; place: string }): string {
  return `${place} ${text.trim()}`
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name).replaceAll(path.sep, '/'))
}
