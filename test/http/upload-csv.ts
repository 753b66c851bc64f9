import type { TestVisitor } from '../test-store.ts'

/** Sends a CSV file to an operation of the API, with the fields before it. */
export async function uploadCsv(
  visitor: Pick<TestVisitor, 'request'>,
  to: string,
  file: string,
  fields = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([file]), 'file.csv')
  const multipart = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': multipart.headers.get('content-type') ?? '' }
  return visitor.request('POST', to, { bytes: new Uint8Array(await multipart.arrayBuffer()), headers })
}
