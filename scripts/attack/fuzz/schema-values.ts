import fc from 'fast-check'
import type { JsonSchema } from './openapi.ts'

/** Values that mean something to the store, by the name of the field or parameter. */
export type KnownValues = Record<string, readonly unknown[]>

/** Values that a schema allows, often at its boundaries. */
export function valuesOf(schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const knownValues = known[name]
  const values = valuesOfType(schema, known, name)
  return knownValues ? fc.oneof({ arbitrary: fc.constantFrom(...knownValues), weight: 12 }, values) : values
}

function valuesOfType(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const { allOf, anyOf, oneOf } = schema
  if (allOf) return valuesOf(mergeSchemas([{ ...schema, allOf: undefined }, ...allOf]), known, name)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const [type, ...otherTypes] = [schema.type ?? 'any'].flat()
  if (otherTypes.length) {
    const types = [type ?? 'any', ...otherTypes]
    return fc.oneof(...types.map((single) => valuesOfType({ ...schema, type: single }, known, name)))
  }
  switch (type) {
    case 'object':
      return objects(schema, known)
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? 5, 5)
      const minLength = schema.minItems ?? 0
      return fc.array(valuesOf(schema.items ?? {}, known, name), { minLength, maxLength })
    }
    case 'string':
      return strings(schema)
    case 'integer':
    case 'number':
      return numbers(schema, type)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (!Object.keys(properties).length && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 10 }), valuesOf(additionalProperties, known), { maxKeys: 3 })
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, valuesOf(child, known, name)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

function strings({ format, minLength = 0, maxLength = 60, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const longest = Math.min(maxLength, 3000)
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(longest, 60)) }),
    fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(longest, 20)) }),
    fc.constantFrom('x'.repeat(minLength), 'é'.repeat(Math.max(minLength, longest))),
  )
}

function numbers(
  { minimum, maximum, exclusiveMinimum }: JsonSchema,
  type: 'integer' | 'number',
): fc.Arbitrary<number> {
  const min = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 0.01))
  const max = Math.max(min, Math.floor(maximum ?? 1_000_000))
  const whole = fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min, max: Math.min(max, min + 5) }),
    fc.constantFrom(min, max),
  )
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }))
}

function mergeSchemas(schemas: JsonSchema[]): JsonSchema {
  return Object.assign({}, ...schemas, {
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    required: schemas.flatMap(({ required = [] }) => required),
  })
}
