import { findAll } from '../markup.ts'
import type { plainBrowser } from '../plain-browser.ts'

type UploadedFile = { name: string; content: string | Uint8Array<ArrayBuffer> }

/** Submits the form of a page that has a file field, as a browser without scripts does. */
export async function uploadByForm(
  browser: ReturnType<typeof plainBrowser>,
  path: string,
  files: UploadedFile[],
  checkedBoxes: string[] = [],
) {
  const { root } = await browser.open(path)
  const form = findAll(root, ({ tag }) => tag === 'form').find(
    (candidate) =>
      findAll(candidate, ({ tag, attributes }) => tag === 'input' && attributes.type === 'file').length,
  )
  if (!form) throw new Error(`${path} has no form with a file field`)
  const body = new FormData()
  for (const name of checkedBoxes) {
    const box = findAll(form, ({ attributes }) => attributes.type === 'checkbox' && attributes.name === name)
    body.append(name, box[0]?.attributes.value ?? `no checkbox ${name}`)
  }
  for (const { name, content } of files) body.append('file', new Blob([content]), name)
  const encoded = new Request('http://localhost', { method: 'POST', body })
  const response = await browser.request('POST', form.attributes.action ?? path, {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: {
      accept: 'text/html',
      origin: 'http://localhost:3000',
      'content-type': encoded.headers.get('content-type') ?? '',
    },
  })
  return browser.open(response.headers.get('location') ?? '')
}
