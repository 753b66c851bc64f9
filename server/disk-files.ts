import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Files } from '#core/media/files.ts'

export function diskFiles(folder: string): Files {
  const filePath = (name: string) => {
    const file = path.resolve(folder, name)
    if (!file.startsWith(path.resolve(folder) + path.sep)) throw new Error(`Path escapes its folder: ${name}`)
    return file
  }
  return {
    tempFolder: path.join(folder, 'temporary'),
    read: (name) => readFile(filePath(name)).then((bytes) => new Uint8Array(bytes), undefinedIfMissing),
    async write(name, bytes) {
      const file = filePath(name)
      const draftFile = `${file}.${randomUUID()}.draft`
      await mkdir(path.dirname(file), { recursive: true })
      try {
        await writeFile(draftFile, bytes)
        await rename(draftFile, file)
      } catch (error) {
        await rm(draftFile, { force: true })
        throw error
      }
    },
    remove: (name) => rm(filePath(name), { force: true }),
    async moveIn(name, tempFile) {
      const file = filePath(name)
      await mkdir(path.dirname(file), { recursive: true })
      await rename(tempFile, file)
    },
    async open(name, range) {
      const stats = await stat(filePath(name)).catch(undefinedIfMissing)
      if (!stats) return undefined
      const end = Math.min(range?.end ?? stats.size - 1, stats.size - 1)
      if (range && range.start > end)
        return { body: new Blob([]).stream(), bytes: stats.size, range: undefined }
      const body = Readable.toWeb(createReadStream(filePath(name), range && { start: range.start, end }))
      return {
        body: body as ReadableStream<Uint8Array>,
        bytes: stats.size,
        range: range && { start: range.start, end },
      }
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
