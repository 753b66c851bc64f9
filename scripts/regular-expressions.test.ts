import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Quadratic by the book, but never on long text from outside. */
const HARMLESS: Record<string, string> = {
  "/[\\p{L}\\p{N}.!#$&'*+=?^_`{|}~-]{1,64}(?:@|%40)[\\p{L}\\p{N}.-]{1,255}/giu":
    'at most 64 steps per character of a log line',
  '/\\B(?=(\\d{3})+\\.)/g': 'an amount that is a number',
  '/\\B(?=(\\d\\d)+$)/g': 'an amount that is a number',
  '/\\B(?=(\\d{3})+$)/g': 'a count',
  '/^[^:]+:[^:]*:([1-9]\\d*):(\\d+)/m': 'the machine’s list of users',
  '/\\/+$/': 'the configuration',
  '/<script\\b([^>]*)>([\\s\\S]*?)<\\/script>/gi': 'a page that React rendered, where text has no <',
  '/<link rel="modulepreload"[^>]*>/g': 'a page that React rendered, where text has no <',
  '/<(style|script|title|xml)\\b[\\s\\S]*?<\\/\\1\\s*>/gi':
    'the clipboard, in the browser of the person who pastes it',
  '/<[a-z][^>]*>/gi': 'the clipboard, in the browser of the person who pastes it',
  '/\\s+\\S*$/': '155 characters',
}

const expressions = globSync('{api,core,db,sandbox,server,web}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  .flatMap(findExpressions)

test('no regular expression takes more than a fixed number of steps per character of its text', {
  timeout: 180_000,
}, async () => {
  const unsafe: string[] = []
  for (const text of new Set(expressions)) {
    if (text in HARMLESS) continue
    const complexity = await findComplexity(text)
    if (complexity !== 'linear') unsafe.push(`${text} is ${complexity}`)
  }
  expect(unsafe).toEqual([])
})

test('the check finds expressions, and what they cost', async () => {
  expect(expressions.length).toBeGreaterThan(300)
  expect(Object.keys(HARMLESS).filter((text) => !expressions.includes(text))).toEqual([])
  expect(await findComplexity('/<[^>]*>/g')).toContain('2nd degree polynomial')
  expect(await findComplexity('/^(a|a)*$/')).toContain('exponential')
})

async function findComplexity(literal: string): Promise<string> {
  const end = literal.lastIndexOf('/')
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)]
  let result = await check(source, flags, { timeout: 60_000 })
  // The fuzzer tries random text, and has taken a linear expression for a slow one. A proof decides, if there is one.
  if (result.status === 'vulnerable' && result.checker === 'fuzz') {
    const proof = await check(source, flags, { timeout: 60_000, checker: 'automaton' })
    if (proof.status !== 'unknown') result = proof
  }
  if (result.status === 'safe') return 'linear'
  return result.status === 'unknown' ? `unknown (${result.error.kind})` : result.complexity.summary
}

function findExpressions(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const literals: string[] = []
  const visit = (node: unknown): void => {
    if (!node || typeof node !== 'object') return
    if ('regex' in node && 'start' in node && 'end' in node)
      literals.push(source.slice(Number(node.start), Number(node.end)))
    else for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, source).program)
  return literals
}
