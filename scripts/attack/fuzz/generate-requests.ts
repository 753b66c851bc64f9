import fc from 'fast-check'
import {
  BROKEN_BODIES,
  CONTENT_TYPES,
  FORGED_FIELDS,
  HOSTILE_STRINGS,
  HOSTILE_VALUES,
} from './hostile-values.ts'
import type { Operation } from './openapi.ts'
import { type KnownValues, valuesOf } from './schema-values.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

type Body = Pick<FuzzRequest, 'headers' | 'body'>
type Json = Record<string, unknown>

const hostileString = fc.oneof(
  { arbitrary: fc.constantFrom(...HOSTILE_STRINGS), weight: 3 },
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const hostileValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), hostileString, fc.jsonValue())

/** The same seed generates the same requests. */
export function generateRequests(
  operation: Operation,
  known: KnownValues,
  { seed, count }: { seed: number; count: number },
): FuzzRequest[] {
  const { method, parameters, body } = operation
  const request = fc
    .record({
      path: paths(operation, known),
      headers: headersOf(parameters, known),
      body: body ? bodies(body, known) : fc.constant<Body>({ headers: {}, body: undefined }),
    })
    .map(({ path, headers, body: { headers: bodyHeaders, body } }) => {
      return { method, path, headers: { ...headers, ...bodyHeaders }, body }
    })
  return fc.sample(request, { seed, numRuns: count })
}

/** Generated filters rarely match a record, so each record is also read in the simplest way, and each list as a whole. */
export function plainReads({ method, path }: Operation, records: string[]): FuzzRequest[] {
  if (method !== 'GET') return []
  const filled = new Set(records.map((record) => path.replace(/\{\w+\}/g, record)))
  return [...filled].map((path) => ({ method, path, headers: {}, body: undefined }))
}

function paths({ path, parameters }: Operation, known: KnownValues): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const parameterValue = (parameter: Operation['parameters'][number]) =>
    fc.oneof(
      { arbitrary: valuesOf(parameter.schema ?? {}, known, parameter.name).map(String), weight: 4 },
      hostileString,
    )
  // Neither URLs nor this fuzzer's clients accept longer ones.
  const encode = (value: string) => encodeURIComponent(value.toWellFormed().slice(0, 2000))
  const segments = fc.record(
    Object.fromEntries(inPath.map((parameter) => [parameter.name, parameterValue(parameter)])),
  )
  const query = fc.record(
    Object.fromEntries(inQuery.map((parameter) => [parameter.name, parameterValue(parameter)])),
    {
      requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
    },
  )
  const extra = fc.oneof({ arbitrary: fc.constant(''), weight: 8 }, fc.constantFrom(...EXTRA_QUERIES))
  return fc.tuple(segments, query, extra).map(([values, queryValues, extraQuery]) => {
    const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => encode(values[name] ?? '') || '%20')
    const pairs = Object.entries(queryValues).map(([name, value]) => `${name}=${encode(value ?? '')}`)
    const search = [...pairs, extraQuery].filter(Boolean).join('&')
    return search ? `${filledPath}?${search}` : filledPath
  })
}

const EXTRA_QUERIES = [
  'role=admin',
  '__proto__[x]=1',
  'limit=1&limit=2',
  'limit[]=1',
  '%ff=%ff',
  'user_id=1&x',
  '&&=',
]

function headersOf(
  parameters: Operation['parameters'],
  known: KnownValues,
): fc.Arbitrary<Record<string, string>> {
  const inHeader = parameters.filter((parameter) => parameter.in === 'header')
  const value = fc.oneof(
    { arbitrary: fc.uuid(), weight: 6 },
    fc.constantFrom(
      '',
      'x',
      'x'.repeat(4000),
      "'; drop table orders;--",
      '__proto__',
      ...(known.key ?? []).map(String),
    ),
  )
  return fc.record(Object.fromEntries(inHeader.map(({ name }) => [name, value])), {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>
}

function bodies({ type, schema }: NonNullable<Operation['body']>, known: KnownValues): fc.Arbitrary<Body> {
  if (type === 'multipart/form-data') return fc.oneof(multipart(), brokenBodies(type))
  if (type === 'application/octet-stream')
    return fc.string({ unit: 'binary' }).map((body) => ({ headers: { 'content-type': type }, body }))
  const valid = valuesOf(schema, known)
  const sendJson = (value: unknown): Body => ({
    headers: { 'content-type': type },
    body: JSON.stringify(value) ?? '',
  })
  return fc.oneof(
    { arbitrary: valid.map(sendJson), weight: 4 },
    {
      arbitrary: fc
        .tuple(valid, fc.nat(), hostileValue)
        .map(([value, at, to]) => sendJson(replaced(value, at, to))),
      weight: 5,
    },
    {
      arbitrary: fc.tuple(valid, fc.nat()).map(([value, at]) => sendJson(replaced(value, at, undefined))),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(valid, forgedFields).map(([value, forged]) => sendJson(withFields(value, forged))),
      weight: 2,
    },
    {
      arbitrary: fc.tuple(valid, hostileValue).map(([value, to]) => doubled(sendJson(value), to)),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(valid, fc.constantFrom(...CONTENT_TYPES))
        .map(([value, contentType]) => ({ ...sendJson(value), headers: { 'content-type': contentType } })),
      weight: 1,
    },
    { arbitrary: brokenBodies(type), weight: 1 },
  )
}

const forgedFields = fc.oneof(
  fc.subarray(Object.entries(FORGED_FIELDS), { minLength: 1 }).map((fields) => Object.fromEntries(fields)),
  fc.constant<Json>(JSON.parse('{"__proto__": {"role": "admin", "polluted": "yes"}, "constructor": 1}')),
)

const brokenBodies = (type: string): fc.Arbitrary<Body> =>
  fc.constantFrom(...BROKEN_BODIES).map((body) => ({ headers: { 'content-type': type }, body }))

function multipart(): fc.Arbitrary<Body> {
  const contents = fc.oneof(fc.constantFrom(...FILE_CONTENTS), hostileString)
  const fileName = fc.oneof(
    fc.constantFrom('a.png', 'a.svg', 'a.csv', 'a.php', '.htaccess', '../../a'),
    hostileString,
  )
  return fc
    .record({ contents, fileName, field: fc.constantFrom('file', 'file', 'file', '__proto__', '') })
    .map(({ contents, fileName, field }) => ({
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName.replace(/[\r\n"]/g, ' ')}"\r\ncontent-type: text/html\r\n\r\n${contents}\r\n--edge--\r\n`,
    }))
}

const FILE_CONTENTS = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  '<!DOCTYPE html><script>alert(1)</script>',
  '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\ud7ff\0\0\ud7ff',
  'name,category,brand,price\n=cmd|calc,Skincare,Pale Orchard,12\n',
  'name,category\n"unclosed',
  '%PDF-1.7\n/OpenAction',
]

/** The value with one of its fields, at any depth, replaced or (undefined) removed. */
function replaced(value: unknown, at: number, to: unknown): unknown {
  const paths = pathsOf(value)
  const path = paths[at % paths.length] ?? []
  const name = path.at(-1)
  if (name === undefined) return to === undefined ? null : to
  const copy = structuredClone(value) as Json
  const parent = path.slice(0, -1).reduce((node, step) => node[step] as Json, copy)
  if (to === undefined) delete parent[name]
  else parent[name] = to
  return copy
}

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, child]) => pathsOf(child, [...path, name]))]
}

/** Adds fields to the object and to the objects in its lists. Keeps a key named `__proto__`. */
function withFields(value: unknown, fields: Json): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withFields(item, fields))
  return Object.fromEntries(
    Object.entries({ ...fields, ...value, ...fields }).map(([name, child]) =>
      Array.isArray(child) ? [name, withFields(child, fields)] : [name, child],
    ),
  )
}

/** Sends every field a second time. */
function doubled({ headers, body }: Body, to: unknown): Body {
  const fields = Object.keys(JSON.parse(String(body || '{}')) ?? {})
  const second = fields.map((name) => `${JSON.stringify(name)}:${JSON.stringify(to)}`).join(',')
  return { headers, body: second ? String(body).replace(/\}$/, `,${second}}`) : body }
}
