import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'

export type Sum = { bytes: number; sha256: string }

/** Lets everything through, and knows afterwards what it was. */
export function summing(): Transform & { sum(): Sum } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(null, chunk)
    },
  })
  return Object.assign(through, { sum: () => ({ bytes, sha256: hash.digest('hex') }) })
}

/** Reads a part to its end, unpacking what is packed. */
export async function sumOf(file: string): Promise<Sum> {
  const through = summing()
  const source = createReadStream(file)
  if (file.endsWith('.zst')) await pipeline(source, createZstdDecompress(), through, drain)
  else await pipeline(source, through, drain)
  return through.sum()
}

export async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
