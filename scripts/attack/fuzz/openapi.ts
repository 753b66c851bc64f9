/** The parts of JSON Schema that the store's API description uses. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

type Content = Record<string, { schema?: JsonSchema }>
type Parameter = { name: string; in: string; required?: boolean; schema?: JsonSchema }
type DescribedOperation = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export type OpenApiDocument = {
  paths: Record<string, Record<string, DescribedOperation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

export type Operation = {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body: { type: string; schema: JsonSchema } | undefined
  /** Each documented status with its schema, or null for a response that isn't JSON. */
  responses: Record<string, JsonSchema | null>
}

/** Every operation, with references replaced by what they refer to. */
export function readOperations(document: OpenApiDocument): Operation[] {
  const schemas = document.components?.schemas ?? {}
  const resolve = <Value>(value: Value): Value => inlineReferences(value, schemas) as Value
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => {
      const [body] = Object.entries(requestBody?.content ?? {})
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: `/api${path}`,
        parameters: resolve(parameters),
        body: body && { type: body[0], schema: resolve(body[1].schema ?? {}) },
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => {
            const schema = content?.['application/json']?.schema
            return [status, schema ? resolve(schema) : null]
          }),
        ),
      }
    }),
  )
}

function inlineReferences(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineReferences(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    return inlineReferences(schemas[String(value.$ref).split('/').at(-1) ?? ''] ?? {}, schemas)
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, inlineReferences(child, schemas)]),
  )
}
