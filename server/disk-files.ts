import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
    async read(name) {
      try {
        return new Uint8Array(await readFile(at(name)))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
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
  }
}
