export type Sending = { done: Promise<void>; cancel(): void }

/** The connection broke, which says nothing of the file: it may go on. */
class Broken extends Error {}

const TRIES = 4
const PAUSE = 2000
/** A file in one piece is sent whole; a larger one goes on where its connection broke. */
const PIECE = 8 * 1024 * 1024

type Sent = { bucket: string; file: File; progressed: (part: number) => void }
type Answer = {
  status: number
  body: { offset?: number; error?: { message: string; fields?: { offset?: string } } }
}

/** A file on its way to a bucket; the same file, sent again, goes on where it broke off. */
export function sendFile({ bucket, file, progressed }: Sent): Sending {
  const stopping = new AbortController()
  const at = `/api/v1/storage/${bucket}`
  const ask = (method: string, to: string, body?: Body, before = 0) =>
    request(method, at + to, body, {
      signal: stopping.signal,
      progressed: (bytes) => progressed(file.size ? Math.min(1, (before + bytes) / file.size) : 0),
    })

  async function whole(): Promise<void> {
    const form = new FormData()
    form.append('file', file)
    kept(await ask('POST', '', form))
  }
  async function inPieces(): Promise<void> {
    const to = `/parts/${encodeURIComponent(`${file.lastModified} ${file.size} ${file.name}`)}`
    let lost = 0
    let offset = (await ask('GET', to)).body.offset ?? 0
    while (offset < file.size) {
      const piece = file.slice(offset, offset + PIECE)
      const { status, body } = await ask('PUT', `${to}?offset=${offset}`, piece, offset)
      if (status !== 200 && status !== 409) throw new Error(body.error?.message ?? SOMETHING)
      // Another machine may hold another part of it, and says so; where they take turns, only all of it at once is quick.
      if (status === 409 && ++lost > 3) return whole()
      offset = body.offset ?? Number(body.error?.fields?.offset ?? 0)
    }
    kept(await ask('POST', to, JSON.stringify({ name: file.name, bytes: file.size }), file.size))
  }
  async function send(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await (file.size > PIECE ? inPieces() : whole())
      } catch (error) {
        if (stopping.signal.aborted) throw new Error('Cancelled')
        if (!(error instanceof Broken) || tries === TRIES) throw error
        await connected()
      }
    }
  }
  return { done: send(), cancel: () => stopping.abort() }
}

const SOMETHING = 'Something went wrong. Please try again.'

function kept({ status, body }: Answer): void {
  if (status !== 201) throw new Error(body.error?.message ?? SOMETHING)
}

type Body = FormData | Blob | string
type Watched = { signal: AbortSignal; progressed: (bytes: number) => void }

/** `fetch` can't tell how far it is. */
function request(
  method: string,
  to: string,
  body: Body | undefined,
  { signal, progressed }: Watched,
): Promise<Answer> {
  const asking = new XMLHttpRequest()
  return new Promise<Answer>((resolve, reject) => {
    if (signal.aborted) return reject(new Error('Cancelled'))
    signal.addEventListener('abort', () => asking.abort())
    asking.upload.onprogress = ({ loaded }) => progressed(loaded)
    asking.onload = () => resolve({ status: asking.status, body: readAnswer(asking.responseText) })
    asking.onerror = () => reject(new Broken('The connection broke. Try again when it is back.'))
    asking.onabort = () => reject(new Error('Cancelled'))
    asking.open(method, to)
    if (typeof body === 'string') asking.setRequestHeader('content-type', 'application/json')
    asking.send(body)
  })
}

/** A moment later, or once the browser is connected again. */
function connected(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE)
    else addEventListener('online', () => resolve(), { once: true })
  })
}

function readAnswer(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
