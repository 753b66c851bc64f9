import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type Node = { type?: string; [field: string]: unknown }
type NamedTest = { name: string; isSkipped: boolean }

/** The tests of a file and their groups, by the names in its code: those of `test.each` have placeholders. */
export function findTests(file: string, code = readFileSync(file, 'utf8')): NamedTest[] {
  return visit(parseSync(file, code).program, false)
}

function visit(value: unknown, isSkipped: boolean): NamedTest[] {
  if (Array.isArray(value)) return value.flatMap((child) => visit(child, isSkipped))
  if (typeof value !== 'object' || value === null) return []
  const node: Node = { ...value }
  const namedTest = readTest(node, isSkipped)
  const isInSkipped = namedTest?.isSkipped ?? isSkipped
  return [
    ...(namedTest ? [namedTest] : []),
    ...Object.values(node).flatMap((child) => visit(child, isInSkipped)),
  ]
}

function readTest({ type, callee, arguments: parameters }: Node, isSkipped: boolean): NamedTest | undefined {
  if (type !== 'CallExpression' || !Array.isArray(parameters)) return undefined
  const [root = '', ...modifiers] = readPath(callee)
  const name = readText(parameters[0])
  if (!TEST_FUNCTIONS.has(root) || name === undefined) return undefined
  return { name, isSkipped: isSkipped || modifiers.some((modifier) => SKIPS.has(modifier)) }
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])
const SKIPS = new Set(['skip', 'todo', 'fixme', 'fails'])

/** `test.skip.each([…])` is test, skip, each. */
function readPath(callee: unknown): string[] {
  const { type, name, object, property, callee: inner, tag }: Node = { ...(callee as Node) }
  if (type === 'Identifier') return [String(name)]
  if (type === 'MemberExpression') return [...readPath(object), ...readPath(property)]
  if (type === 'CallExpression') return readPath(inner)
  return type === 'TaggedTemplateExpression' ? readPath(tag) : []
}

function readText(parameter: unknown): string | undefined {
  const { type, value, quasis }: Node = { ...(parameter as Node) }
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined
  return quasis.map((quasi) => quasi.value.cooked).join('…')
}
