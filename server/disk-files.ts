import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Files } from '#core/media/files.ts'

/** Files in a folder of this machine. */
export function diskFiles(folder: string): Files {
  const at = (name: string) => {
    const file = path.resolve(folder, name)
    if (!file.startsWith(path.resolve(folder) + path.sep))
      throw new Error(`A path climbs out of its folder: ${name}`)
    return file
  }
  return {
    tempFolder: path.join(folder, 'desk'),
    read: (name) => readFile(at(name)).then((bytes) => new Uint8Array(bytes), missing),
    async write(name, bytes) {
      const file = at(name)
      const draft = `${file}.${randomUUID()}.draft`
      await mkdir(path.dirname(file), { recursive: true })
      try {
        await writeFile(draft, bytes)
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    async moveIn(name, fromDesk) {
      const file = at(name)
      await mkdir(path.dirname(file), { recursive: true })
      await rename(fromDesk, file)
    },
    async open(name, span) {
      const found = await stat(at(name)).catch(missing)
      if (!found) return undefined
      const end = Math.min(span?.end ?? found.size - 1, found.size - 1)
      if (span && span.start > end)
        return { body: new Blob([]).stream(), bytes: found.size, range: undefined }
      const body = Readable.toWeb(createReadStream(at(name), span && { start: span.start, end }))
      return {
        body: body as ReadableStream<Uint8Array>,
        bytes: found.size,
        range: span && { start: span.start, end },
      }
    },
  }
}

function missing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
