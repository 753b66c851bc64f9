import { parseSync, Visitor } from 'vite'

/** The points of each section, with the tests that prove them. */
export type SpecificationSections = Record<string, Record<string, TestName | readonly TestName[]>>

/** A file, whose test has the point as its name, or a file and a test's name: `web/cart/cart.test.ts › the cart …`. */
type TestName = `${string}.test.ts` | `${string}.test.tsx` | `${string}.spec.ts` | `${string} › ${string}`

export type NamedTest = { name: string; code: string }

/** Tests with a plain string as their name, which run and expect something. */
export function findTests(file: string, source: string): NamedTest[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: syntax error: ${errors[0].message}`)
  const skipped: { start: number; end: number }[] = []
  const tests: (NamedTest & { start: number })[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      const called = source.slice(callee.start, callee.end)
      if (!/^(test|describe|\w+Test)\b/.test(called)) return
      if (/\.(skip|skipIf|runIf|todo|fixme|fail|fails)\b/.test(called)) skipped.push({ start, end })
      const name = title?.type === 'Literal' && typeof title.value === 'string' ? title.value : undefined
      if (name === undefined || /\bdescribe\b/.test(called)) return
      tests.push({ name, code: source.slice(start, end), start })
    },
  }).visit(program)
  const isSkipped = (at: number) => skipped.some(({ start, end }) => start <= at && at < end)
  return tests.filter(({ start, code }) => !isSkipped(start) && /\bexpect/.test(code))
}
