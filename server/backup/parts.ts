import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '#db/startup-error.ts'
import type { Manifest } from './manifest.ts'

/** Where a part is, and what decrypts it. */
export type BackupReader = { folder: string; manifest: Manifest; identity: string | undefined }

/** Files that the `age` command can decrypt, too. */
const ENCRYPTED_SUFFIX = '.age'

export const storedPartPath = (part: string, { recipient }: Pick<Manifest, 'recipient'>): string =>
  recipient ? part + ENCRYPTED_SUFFIX : part

export function encryptFor(recipient: string) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    yield* await encrypter.encrypt(toWebStream(source))
  }
}

/** The content of a part as it was before it was compressed and encrypted. */
export async function openPart(
  { folder, manifest, identity }: BackupReader,
  part: string,
): Promise<Readable> {
  const stored = createReadStream(path.join(folder, storedPartPath(part, manifest)))
  const content = manifest.recipient ? await decrypt(stored, identity) : stored
  return part.endsWith('.zst') ? content.compose(createZstdDecompress()) : content
}

async function decrypt(stored: Readable, identity: string | undefined): Promise<Readable> {
  if (!identity)
    throw new StartupError(
      'This backup is encrypted. Name the file that holds its key (AGE-SECRET-KEY-…): npm run restore -- --identity <file>',
    )
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Readable.from(await decrypter.decrypt(toWebStream(stored)))
}

/** Node’s and the browser’s types of the same stream differ. */
const toWebStream = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array> as unknown as globalThis.ReadableStream<
    Uint8Array<ArrayBuffer>
  >
