import { z } from 'zod'
import type { JsonSchema, Operation } from './openapi.ts'

export type FuzzResponse = { status: number; headers: Headers; text: string; milliseconds: number }

// The shell refuses these before an operation sees them, as docs/operations.md says.
const SHELL_STATUSES = ['413', '414', '431']
const TIME_LIMIT_MS = 10_000
// What the generated requests never contain, so that a response can't be repeating its request.
const INTERNALS = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules/,
  /\b(?:ZodError|TypeError|ReferenceError)\b/,
  /\$\d+(?:::|,)/,
]

/** Creates a check that returns what is wrong with a response. `secrets` are another account's personal data. */
export function createResponseCheck(operation: Operation, secrets: string[]) {
  const schemas = new Map(
    Object.entries(operation.responses).map(([status, schema]) => [
      status,
      schema && z.fromJSONSchema(withoutOtherFields(schema) as Parameters<typeof z.fromJSONSchema>[0]),
    ]),
  )
  return ({ status, headers, text, milliseconds }: FuzzResponse, sent: string): string[] => {
    const problems: string[] = []
    if (status >= 500 && status !== 503) problems.push(`status ${status}`)
    else if (!schemas.has(String(status)) && !SHELL_STATUSES.includes(String(status)))
      problems.push(`undocumented status ${status}: ${text.slice(0, 200)}`)
    if (milliseconds > TIME_LIMIT_MS) problems.push('slow response')
    if (INTERNALS.some((pattern) => pattern.test(text))) problems.push(`internals: ${text.slice(0, 300)}`)
    for (const secret of secrets)
      if (text.includes(secret) && !sent.includes(secret)) problems.push(`another account's data: ${secret}`)
    const contentType = headers.get('content-type') ?? ''
    if (/html|xml|svg/.test(contentType)) problems.push(`content type ${contentType}`)
    const schema = schemas.get(String(status))
    if (schema) problems.push(...checkJson(schema, text), ...checkError(status, text))
    return problems
  }
}

function checkJson(schema: z.ZodType, text: string): string[] {
  try {
    const { error } = schema.safeParse(JSON.parse(text))
    const [issue] = error?.issues ?? []
    return issue
      ? [`response at ${issue.path.join('.')}: ${issue.message} ${'keys' in issue ? issue.keys : ''}`]
      : []
  } catch {
    return [`no JSON: ${text.slice(0, 100)}`]
  }
}

/** An error about the input names a field, or says what is wrong in its message. */
function checkError(status: number, text: string): string[] {
  if (status !== 400) return []
  const { error } = JSON.parse(text)
  const isUnexplained =
    error.message === 'The request contains invalid values.' && !Object.keys(error.fields ?? {}).length
  return isUnexplained ? ['an error without a field'] : []
}

/** Fields that the description doesn't mention are problems too. */
function withoutOtherFields(schema: unknown): JsonSchema {
  if (Array.isArray(schema)) return schema.map((item) => withoutOtherFields(item)) as JsonSchema
  if (typeof schema !== 'object' || schema === null) return schema as JsonSchema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, child]) => [
      name,
      name === 'allOf' ? child : withoutOtherFields(child),
    ]),
  ) as JsonSchema
  const isClosed = typeof copy.properties === 'object' && copy.type !== undefined
  return isClosed ? { additionalProperties: false, ...copy } : copy
}
