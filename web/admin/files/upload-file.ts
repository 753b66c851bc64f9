export type StoredFile = { path: string; picture_id: string | null }
export type FileTransfer = { done: Promise<StoredFile>; cancel(): void }

/** The upload can be retried: the connection failed, not the file. */
class ConnectionError extends Error {}

const MAX_ATTEMPTS = 4
const RETRY_DELAY_MS = 2000
/** Larger files are sent in chunks, so that an interrupted upload can resume. */
const CHUNK_BYTES = 8 * 1024 * 1024

type UploadOptions = { bucket: string; file: File; onProgress: (fraction: number) => void }
type UploadResponse = {
  status: number
  body: Partial<StoredFile> & { offset?: number; error?: { message: string; fields?: { offset?: string } } }
}

export function uploadFile({ bucket, file, onProgress }: UploadOptions): FileTransfer {
  const abortController = new AbortController()
  const endpoint = `/api/v1/storage/${bucket}`
  const sendRequest = (method: string, path: string, body?: UploadBody, sentBytes = 0) =>
    request(method, endpoint + path, body, {
      signal: abortController.signal,
      onProgress: (bytes) => onProgress(file.size ? Math.min(1, (sentBytes + bytes) / file.size) : 0),
    })

  async function uploadWhole(): Promise<StoredFile> {
    const form = new FormData()
    form.append('file', file)
    return storedFile(await sendRequest('POST', '', form))
  }
  async function uploadInChunks(): Promise<StoredFile> {
    const path = `/parts/${encodeURIComponent(`${file.lastModified} ${file.size} ${file.name}`)}`
    let conflicts = 0
    let offset = (await sendRequest('GET', path)).body.offset ?? 0
    while (offset < file.size) {
      const chunk = file.slice(offset, offset + CHUNK_BYTES)
      const { status, body } = await sendRequest('PUT', `${path}?offset=${offset}`, chunk, offset)
      if (status !== 200 && status !== 409) throw new Error(body.error?.message ?? DEFAULT_ERROR)
      // With several servers, each may store different chunks: after three conflicts, send the file in one request.
      if (status === 409 && ++conflicts > 3) return uploadWhole()
      offset = body.offset ?? Number(body.error?.fields?.offset ?? 0)
    }
    return storedFile(
      await sendRequest('POST', path, JSON.stringify({ name: file.name, bytes: file.size }), file.size),
    )
  }
  async function uploadWithRetry(): Promise<StoredFile> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await (file.size > CHUNK_BYTES ? uploadInChunks() : uploadWhole())
      } catch (error) {
        if (abortController.signal.aborted) throw new Error('Cancelled')
        if (!(error instanceof ConnectionError) || attempt === MAX_ATTEMPTS) throw error
        await waitForConnection()
      }
    }
  }
  return { done: uploadWithRetry(), cancel: () => abortController.abort() }
}

const DEFAULT_ERROR = 'Something went wrong. Please try again.'

function storedFile({ status, body }: UploadResponse): StoredFile {
  const { path, picture_id: pictureId = null } = body
  if (status !== 201 || path === undefined) throw new Error(body.error?.message ?? DEFAULT_ERROR)
  return { path, picture_id: pictureId }
}

type UploadBody = FormData | Blob | string
type RequestOptions = { signal: AbortSignal; onProgress: (bytes: number) => void }

/** XMLHttpRequest, because `fetch` doesn't report upload progress. */
function request(
  method: string,
  url: string,
  body: UploadBody | undefined,
  { signal, onProgress }: RequestOptions,
): Promise<UploadResponse> {
  const xhr = new XMLHttpRequest()
  return new Promise<UploadResponse>((resolve, reject) => {
    if (signal.aborted) return reject(new Error('Cancelled'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.upload.onprogress = ({ loaded }) => onProgress(loaded)
    xhr.onload = () => resolve({ status: xhr.status, body: parseResponseBody(xhr.responseText) })
    xhr.onerror = () =>
      reject(new ConnectionError('The connection was lost. Try again when you’re back online.'))
    xhr.onabort = () => reject(new Error('Cancelled'))
    xhr.open(method, url)
    if (typeof body === 'string') xhr.setRequestHeader('content-type', 'application/json')
    xhr.send(body)
  })
}

function waitForConnection(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_DELAY_MS)
    else addEventListener('online', () => resolve(), { once: true })
  })
}

function parseResponseBody(text: string): UploadResponse['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
