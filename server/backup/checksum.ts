import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Checksum = { bytes: number; sha256: string }

export function createChecksummer(): Transform & { checksum(): Checksum } {
  const hash = createHash('sha256')
  let bytes = 0
  const checksummer = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(null, chunk)
    },
  })
  return Object.assign(checksummer, { checksum: () => ({ bytes, sha256: hash.digest('hex') }) })
}

export function isSameChecksum(first: Checksum, other: Checksum): boolean {
  return first.bytes === other.bytes && first.sha256 === other.sha256
}

/** Checksums cover the content before it is compressed and encrypted. */
export async function contentChecksum(content: Readable): Promise<Checksum> {
  const checksummer = createChecksummer()
  await pipeline(content, checksummer, discardStream)
  return checksummer.checksum()
}

export async function discardStream(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
