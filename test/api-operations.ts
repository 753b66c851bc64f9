import type { TestStore } from './test-store.ts'

type ApiOperation = { method: string; path: string; url: string; documentedStatuses: string[] }
type OpenApiDocument = { paths: Record<string, Record<string, { responses: object }>> }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations of the OpenAPI document, with URLs of records that don’t exist. */
export async function listApiOperations(store: TestStore): Promise<ApiOperation[]> {
  const { paths }: OpenApiDocument = await (await store.visitor().get('/api/openapi.json')).json()
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      if (!operation) return []
      return {
        method: method.toUpperCase(),
        path: path.replace(/^\/v1/, ''),
        url: `/api${path.replace(/\{\w+\}/g, 'none')}`,
        documentedStatuses: Object.keys(operation.responses),
      }
    }),
  )
}
