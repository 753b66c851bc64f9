import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { StartupError } from '#db/startup-error.ts'

const PartFields = { bytes: z.number(), sha256: z.string() }

/** A path inside the storage, and nothing above it. */
const FILE_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))(?:storage|pictures)\/[^\\]+$/

export const Manifest = z.object({
  /** Encrypted backups have 2, so that earlier versions refuse them. */
  format: z.literal([1, 2]),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      ...PartFields,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.number().nullable() })),
  files: z.array(z.object({ path: z.string().regex(FILE_PATH), ...PartFields })),
  /** Files that have a row but no content: removed during the backup, or lost earlier. */
  missing: z.array(z.string()),
  /** The public key that the parts are encrypted to. Null if they aren't. */
  recipient: z.string().nullable().default(null),
  /** The generated AUTH_SECRET, in encrypted backups only: it decrypts what the rows hold. */
  secret: z.object(PartFields).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_FILE = 'manifest.json'
export const SECRET_FILE = 'auth-secret'

export function tablePartPath({ schema, name }: { schema: string; name: string }): string {
  return path.join('tables', `${schema}.${name}.copy.zst`)
}

export function filePartPath({ path: name }: { path: string }): string {
  return path.join('files', name)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartupError(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`)
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new StartupError(
      `${folder}/${MANIFEST_FILE} can't be read: it is damaged, or a newer version wrote it.`,
    )
  }
}

export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
