import { escapeHtml } from '#core/email/escape-html.ts'

type Operation = {
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  responses?: Record<string, { description?: string }>
}
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  default?: unknown
}
type OpenApiDocument = {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation> | undefined>
  components?: { schemas?: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function renderDocsPage(document: object): string {
  const { info, paths = {}, components } = document as OpenApiDocument
  const operationsHtml = Object.entries(paths).flatMap(([path, operations = {}]) =>
    METHODS.flatMap((method) =>
      operations[method] ? [operationHtml(method, path, operations[method])] : [],
    ),
  )
  const schemasHtml = Object.entries(components?.schemas ?? {}).map(([name, schema]) =>
    schemaHtml(name, schema),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} · API</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>${escapeHtml(info.title)} API</h1><p>${escapeHtml(info.description ?? '')}</p>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2>Endpoints</h2>${operationsHtml.join('')}<h2>Schemas</h2>${schemasHtml.join('')}</main></body></html>`
}

export const DOCS_STYLE = `body{background:#f7f2eb;color:#241a17;font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:56rem;margin:0 auto;padding:3rem 1.5rem 6rem}h1{font:400 2.5rem/1.1 serif}h2{font:400 1.75rem/1.2 serif;margin-top:3.5rem}
h3{font:500 1rem/1.5 ui-monospace,monospace;margin:2.5rem 0 .25rem;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;font-size:.875rem}
td,th{border-top:1px solid #d8cabb;padding:.5rem 1rem .5rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}a{color:#7a2e35}code{font-size:.8125rem}`

function operationHtml(
  method: string,
  path: string,
  { summary = '', parameters = [], responses = {} }: Operation,
): string {
  const parameterRows = parameters.map((parameter) => [
    parameter.name,
    `${parameter.in}, ${typeName(parameter.schema)}`,
    parameter.description ?? '',
  ])
  const responseRows = Object.entries(responses).map(([status, { description = '' }]) => [
    status,
    '',
    description,
  ])
  return `<h3>${method.toUpperCase()} /api${escapeHtml(path)}</h3><p>${escapeHtml(summary)}</p>${tableHtml([...parameterRows, ...responseRows])}`
}

function schemaHtml(name: string, { properties = {} }: Schema): string {
  return `<h3>${escapeHtml(name)}</h3>${tableHtml(Object.entries(properties).map(([field, schema]) => [field, typeName(schema), '']))}`
}

function typeName(schema: Schema = {}): string {
  if (schema.enum) return schema.enum.join(' | ')
  return [schema.type ?? 'object'].flat().join(' or ')
}

function tableHtml(rows: string[][]): string {
  const cells = (row: string[]) =>
    row.map((cell, index) =>
      index ? `<td>${escapeHtml(cell)}</td>` : `<th scope="row"><code>${escapeHtml(cell)}</code></th>`,
    )
  return `<table>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
}
