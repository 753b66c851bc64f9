import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { ChildProcessExited } from '#core/child-process/child-process.server.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { describeError } from '#core/log.ts'
import type { Files } from '#core/media/files.ts'
import { withTempFile } from '#core/media/temp-files.server.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'
import type { Settings } from '#core/settings/settings.ts'
import { type Db, isDatabaseUnavailable } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { selectCategories } from '../categories/categories.server.ts'
import { checkRows } from './check-rows.server.ts'
import { selectColumnMapping } from './columns/column-mapping.server.ts'
import { checkPictureZip } from './pictures/check-picture-zip.server.ts'
import { pictureRules } from './pictures/picture-address.server.ts'
import { IMPORT_FORMATS, importPath } from './product-import.ts'
import { explainUnreadable, runImportTask } from './reading/run-import-task.server.ts'

const MAX_ATTEMPTS = 2
const FILE_MISSING = 'The file is no longer stored. Upload it again.'
const INTERRUPTED =
  'Checking this file was interrupted twice, so the store stopped trying. Upload it again, or split it into smaller files.'

const UNEXPECTED =
  'An unexpected error stopped the check of this file twice. Export the file again or split it into smaller files, then upload it.'
const OVERDUE = 'This file could not be checked for a day. Upload it again.'

type CheckContext = { db: Db; files: Files; settings: Settings }

/**
 * Stores what each row would change, or why the file can't be read. No product is touched.
 * Gives up if its process ended or the check failed twice, because the file may be the cause.
 */
export async function checkImport(ctx: CheckContext, id: string): Promise<void> {
  const { db, files } = ctx
  const upload = await beginAttempt(db, id)
  // Staff can start another check as soon as this one is done.
  const isCurrent = sql`id = ${id} and state = 'checking' and checks = ${upload?.checks ?? 0}`
  try {
    if (upload) await readAndCheck(ctx, { id, upload, isCurrent })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') {
      if (error instanceof CheckFailure) await failAfterLastAttempt(db, isCurrent)
      else if (!(error instanceof ChildProcessExited)) await discountAttempt(db, isCurrent)
      throw error
    }
    await execute(db)`
      update product_imports set state = 'failed', problem = ${error.message} where ${isCurrent}`
  }
  // It is read again if staff map its columns, and the pictures of a ZIP are read when they are added to their products.
  const isNeeded = await execute(db)`select from product_imports where id = ${id} and state <> 'failed'`
  if (!isNeeded) await files.remove(importPath(id))
}

async function beginAttempt(db: Db, id: string): Promise<UncheckedImport | undefined> {
  const [upload] = await query(db, UncheckedImport)`
    update product_imports set attempts = attempts + 1 where id = ${id} and state = 'checking'
    returning format, encoding, options, attempts, checks, check_requested_at < now() - interval '1 day' as "isOverdue"`
  return upload
}

/** The rows can't be checked although the database and the file are there. */
class CheckFailure extends Error {}

async function failAfterLastAttempt(db: Db, isCurrent: Sql): Promise<void> {
  await execute(db)`
    update product_imports set state = 'failed', problem = ${UNEXPECTED}
    where ${isCurrent} and attempts >= ${MAX_ATTEMPTS}`
}

/** What fails for a reason outside the file, such as a database outage, is tried again. */
async function discountAttempt(db: Db, isCurrent: Sql): Promise<void> {
  await execute(db)`update product_imports set attempts = attempts - 1 where ${isCurrent}`
}

async function readAndCheck(
  { db, files, settings }: CheckContext,
  { id, upload, isCurrent }: CurrentCheck,
): Promise<void> {
  if (upload.attempts > MAX_ATTEMPTS) throw invalidInput('file', INTERRUPTED)
  if (upload.isOverdue) throw invalidInput('file', OVERDUE)
  const stored = await files.open(importPath(id))
  if (!stored) throw invalidInput('file', FILE_MISSING)
  await withTempFile(files, { body: stored.body, maxBytes: MAX_UPLOAD_BYTES }, async (file) => {
    const to = `${file}.rows`
    try {
      const { format, encoding, options } = upload
      if (format === 'pictures') {
        const entries = await runImportTask('listZipEntries', file).catch(explainUnreadable)
        return await db.transaction((tx) => checkPictureZip(tx, id, entries))
      }
      const categories = (await selectCategories(db)).map(({ name, slug, formerNames }) => ({
        name,
        slug,
        formerNames,
      }))
      const { category, createCategories: createsMissing = false } = options
      const mapping = await selectColumnMapping(db, format)
      const readOptions = { encoding, categories, category, createsMissing, mapping, to }
      const read = await runImportTask('readImport', file, readOptions).catch(explainUnreadable)
      const rules = pictureRules(settings)
      await db.transaction((tx) => checkRows(tx, id, { ...read, file: to, options, rules, isCurrent }))
    } catch (error) {
      if (error instanceof Refusal || error instanceof ChildProcessExited || isDatabaseUnavailable(error))
        throw error
      throw new CheckFailure(describeError(error), { cause: error })
    } finally {
      await rm(to, { force: true })
    }
  })
}

const UncheckedImport = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  encoding: z.string(),
  options: z.strictObject({
    takeStock: z.boolean(),
    category: z.string().nullable(),
    createCategories: z.boolean().optional(),
    fetchPictures: z.boolean().optional(),
  }),
  attempts: z.int(),
  checks: z.int(),
  isOverdue: z.boolean(),
})
type UncheckedImport = z.infer<typeof UncheckedImport>
type CurrentCheck = { id: string; upload: UncheckedImport; isCurrent: Sql }
