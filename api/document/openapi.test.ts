import { expect, test } from 'vitest'
import { startTestServer } from '#test/http/http-server.ts'

type JsonObject = { [name: string]: unknown }
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonObject }[]
  responses: Record<string, { description?: string; content?: Record<string, { schema?: JsonObject }> }>
}
type OpenApiDocument = JsonObject & {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

async function readDocument(): Promise<OpenApiDocument> {
  const { request } = await startTestServer({
    env: { PUBLIC_URL: 'https://shop.example', STORE_DEMO: 'public' },
  })
  const { status, headers, text } = await request('/api/openapi.json')
  expect([status, headers['content-type']]).toEqual([200, 'application/json'])
  return JSON.parse(text)
}

const operations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, pathOperations]) =>
    Object.entries(pathOperations).map(([method, operation]) => ({
      name: `${method} ${path}`,
      path,
      method,
      operation,
    })),
  )

/** Yields every object of the document with its JSON pointer. */
function* walkNodes(value: unknown, pointer = '#'): Generator<[string, JsonObject]> {
  if (typeof value !== 'object' || value === null) return
  yield [pointer, value as JsonObject]
  for (const [name, child] of Object.entries(value)) yield* walkNodes(child, `${pointer}/${name}`)
}

test('the API serves an OpenAPI 3.1 document with the store’s URL', async () => {
  const document = await readDocument()
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: 'Eternal Beauty', version: expect.stringMatching(/./) })
  expect(document.servers).toEqual([{ url: 'https://shop.example/api' }])
  expect(operations(document).length).toBeGreaterThan(0)
})

test('every reference resolves', async () => {
  const document = await readDocument()
  const references = [...walkNodes(document)].flatMap(([pointer, { $ref }]) =>
    typeof $ref === 'string' ? [{ pointer, $ref }] : [],
  )
  expect(references.length).toBeGreaterThan(0)
  for (const { pointer, $ref } of references) {
    const segments = $ref.replace(/^#\//, '').split('/')
    const target = segments.reduce<unknown>(
      (value, name) => (value as JsonObject | undefined)?.[name],
      document,
    )
    expect([pointer, $ref, typeof target]).toEqual([pointer, $ref, 'object'])
  }
})

test('each operation has a summary, a tag, a success response, and an error response', async () => {
  for (const { name, method, operation } of operations(await readDocument())) {
    expect([name, METHODS.includes(method)]).toEqual([name, true])
    expect([name, operation]).toEqual([
      name,
      expect.objectContaining({ summary: expect.stringMatching(/^[A-Z]/), tags: [expect.any(String)] }),
    ])
    const statuses = Object.keys(operation.responses)
    expect([name, statuses.some((status) => /^2\d\d$/.test(status))]).toEqual([name, true])
    expect([name, statuses.some((status) => /^4\d\d$/.test(status))]).toEqual([name, true])
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect([name, status, description]).toEqual([name, status, expect.stringMatching(/./)])
      if (status !== '204') expect([name, Object.keys(content ?? {})]).toEqual([name, [expect.any(String)]])
    }
  }
})

test('each operation has its own ID and says who can call it, by defined schemes and tags', async () => {
  const document = await readDocument()
  const names = (list: unknown) => Object.keys(list as JsonObject)
  const { securitySchemes } = document.components as JsonObject
  expect(names(securitySchemes)).toEqual(['accessToken', 'apiKey'])
  const tags = (document.tags as { name: string }[]).map(({ name }) => name)
  const ids = operations(document).map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { name, operation } of operations(document)) {
    expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/)])
    expect([name, operation.description]).toEqual([name, expect.stringMatching(/(Can be called by|Anyone)/)])
    expect([name, tags]).toEqual([name, expect.arrayContaining(operation.tags ?? [])])
    // A public operation refuses nobody for being signed out.
    const isPublic = operation.security?.length === 0
    const needsSignIn = '401' in operation.responses && !name.includes('/auth/')
    expect([name, isPublic && needsSignIn]).toEqual([name, false])
  }
  const securityOf = (id: string) =>
    operations(document).find(({ operation }) => operation.operationId === id)?.operation.security
  expect(securityOf('listProducts')).toEqual([])
  expect(securityOf('getCart')).toEqual([{ accessToken: [] }])
  expect(securityOf('listAdminOrders')).toEqual([{ accessToken: [] }, { apiKey: [] }])
  expect(document.info).toMatchObject({ contact: { email: 'care@eternalbeauty.example' } })
})

test('path parameters match their path and are required', async () => {
  for (const { name, path, operation } of operations(await readDocument())) {
    const pathParameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word)
    expect([name, pathParameters.map((parameter) => parameter.name).toSorted()]).toEqual([
      name,
      placeholders.toSorted(),
    ])
    expect([name, pathParameters.every((parameter) => parameter.required)]).toEqual([name, true])
  }
})

test('the documentation page lists every operation and schema and loads nothing from other sites', async () => {
  const document = await readDocument()
  const { request } = await startTestServer()
  const { headers, text } = await request('/api/docs')
  expect(headers['content-type']).toMatch(/^text\/html/)
  for (const { path, method, operation } of operations(document)) {
    expect(text).toContain(`<h3>${method.toUpperCase()} /api${path}</h3><p>${operation.summary}</p>`)
    for (const parameter of operation.parameters ?? [])
      expect(text).toContain(`<code>${parameter.name}</code>`)
  }
  const { schemas } = document.components as { schemas: JsonObject }
  for (const schemaName of Object.keys(schemas)) expect(text).toContain(`<h3>${schemaName}</h3>`)
  const externalLinks = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, to]) => !to?.startsWith('/'))
  expect(externalLinks).toEqual([])
  expect(text).not.toMatch(/<script|style=/)
  expect((await request('/api/docs.css')).headers['content-type']).toMatch(/^text\/css/)
})
