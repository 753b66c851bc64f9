import { expect, test } from 'vitest'
import { openDoors } from '#test/doors.ts'

type Json = { [name: string]: unknown }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Json }[]
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Json }> }>
}
type Document = Json & {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

async function readDocument(): Promise<Document> {
  const { ask } = await openDoors({ env: { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' } })
  const { status, headers, text } = await ask('/api/openapi.json')
  expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  return JSON.parse(text)
}

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ name: `${method} ${path}`, path, method, call })),
  )

/** Every object of the document, with the way to it. */
function* walk(value: unknown, way = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [way, value as Json]
  for (const [name, part] of Object.entries(value)) yield* walk(part, `${way}/${name}`)
}

test('the API describes itself as OpenAPI 3.1, at the store’s own address', async () => {
  const document = await readDocument()
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: 'Eternal Beauty', version: expect.stringMatching(/./) })
  expect(document.servers).toEqual([{ url: 'https://shop.example/api' }])
  expect(operations(document).length).toBeGreaterThan(0)
})

test('whatever it points at is there', async () => {
  const document = await readDocument()
  const pointers = [...walk(document)].flatMap(([way, { $ref }]) =>
    typeof $ref === 'string' ? [{ way, $ref }] : [],
  )
  expect(pointers.length).toBeGreaterThan(0)
  for (const { way, $ref } of pointers) {
    const parts = $ref.replace(/^#\//, '').split('/')
    const found = parts.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document)
    expect([way, $ref, typeof found]).toEqual([way, $ref, 'object'])
  }
})

test('each call has a summary, a group, an answer and a refusal', async () => {
  for (const { name, method, call } of operations(await readDocument())) {
    expect([name, METHODS.includes(method)]).toEqual([name, true])
    expect([name, call]).toEqual([
      name,
      expect.objectContaining({ summary: expect.stringMatching(/^[A-Z]/), tags: [expect.any(String)] }),
    ])
    const statuses = Object.keys(call.responses)
    expect([name, statuses.some((status) => /^2\d\d$/.test(status))]).toEqual([name, true])
    expect([name, statuses.some((status) => /^4\d\d$/.test(status))]).toEqual([name, true])
    for (const [status, { description, content }] of Object.entries(call.responses)) {
      expect([name, status, description]).toEqual([name, status, expect.stringMatching(/./)])
      if (status !== '204') expect([name, Object.keys(content ?? {})]).toEqual([name, [expect.any(String)]])
    }
  }
})

test('the names in an address are exactly its parameters, and all are required', async () => {
  for (const { name, path, call } of operations(await readDocument())) {
    const inPath = (call.parameters ?? []).filter((input) => input.in === 'path')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word)
    expect([name, inPath.map((input) => input.name).toSorted()]).toEqual([name, named.toSorted()])
    expect([name, inPath.every((input) => input.required)]).toEqual([name, true])
  }
})

test('the page to read lists every call and every shape, and brings nothing from elsewhere', async () => {
  const document = await readDocument()
  const { ask } = await openDoors()
  const { headers, text } = await ask('/api/docs')
  expect(headers['content-type']).toMatch(/^text\/html/)
  for (const { path, method, call } of operations(document)) {
    expect(text).toContain(`<h3>${method.toUpperCase()} /api${path}</h3><p>${call.summary}</p>`)
    for (const input of call.parameters ?? []) expect(text).toContain(`<code>${input.name}</code>`)
  }
  const { schemas } = document.components as { schemas: Json }
  for (const shape of Object.keys(schemas)) expect(text).toContain(`<h3>${shape}</h3>`)
  const elsewhere = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, to]) => !to?.startsWith('/'))
  expect(elsewhere).toEqual([])
  expect(text).not.toMatch(/<script|style=/)
  expect((await ask('/api/docs.css')).headers['content-type']).toMatch(/^text\/css/)
})
