import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import type { StockAdjustment } from '#core/catalog/stock.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { BatchChange, BatchDraft } from './batch-draft.ts'
import { type Batch, findBatch, readBatch } from './batches.server.ts'

type ReceiveOptions = {
  /** A second request with the same key changes nothing. */
  key?: string | undefined
  /** Whether a batch that exists is refused instead of getting more units. */
  isNew?: boolean
}

/** Adds its units to the stock. Another delivery with the same number adds to the same batch. */
export async function receiveBatch(
  ctx: Context,
  input: BatchDraft,
  { key, isNew = false }: ReceiveOptions = {},
): Promise<Batch> {
  requirePermission(ctx.actor, 'stock.edit')
  const { productId, number, expiresOn, quantity, note } = parseForm(BatchDraft, input)
  let id = ''
  await adjustStock(
    ctx,
    productId,
    { change: quantity, reason: 'received', note, key },
    async (tx, change) => {
      // Before its batches, as in every change of stock.
      await execute(tx)`select from stock_levels where product_id = ${productId} for update`
      await execute(tx)`select track_batches(${productId}, ${newId('batch')}, ${ctx.now})`
      const isRepeated = change.cause !== '' && (await isSaved(tx, productId, change.cause))
      const batch = await insertBatch(ctx, tx, { productId, number, expiresOn })
      if (!batch.isInserted && !isRepeated) await requireReceivable(tx, batch.id, { expiresOn, isNew })
      id = batch.id
      return id
    },
  )
  return readBatch(ctx.db, id)
}

/** A change of stock that may be for one batch of the product, by its number. */
export async function adjustBatchStock(
  ctx: Context,
  productId: string,
  { batch, ...adjustment }: StockAdjustment & { batch?: string | undefined },
): Promise<number> {
  if (!batch?.trim()) return adjustStock(ctx, productId, adjustment)
  return adjustStock(ctx, productId, adjustment, async (tx) => {
    const id = await findNumberedBatch(tx, productId, batch)
    if (adjustment.reason === 'received') await requireReceivable(tx, id, { expiresOn: null, isNew: false })
    return id
  })
}

/** The batch that a change of stock is for, by its number. */
export async function findNumberedBatch(tx: Db, productId: string, number: string): Promise<string> {
  const [id] = await queryColumn(tx, z.string())`
    select id from batches where product_id = ${productId} and number = ${number.trim()}`
  if (!id) throw invalidInput('batch', `This product has no batch ${number.trim()}.`)
  return id
}

/** Corrects what was typed. Orders and recalls refer to the batch, not to its number. */
export async function editBatch(ctx: Context, id: string, input: BatchChange): Promise<Batch> {
  requirePermission(ctx.actor, 'stock.edit')
  const change = parseForm(BatchChange, input)
  await staffTransaction(ctx, 'stock.edit', async (tx) => {
    const { number, expiresOn, recalledAt } = await readBatch(tx, id)
    if (recalledAt) throw new Refusal('conflict', 'This batch was recalled, so it can’t be changed.')
    try {
      await execute(tx)`
        update batches set number = ${change.number}, expires_on = ${change.expiresOn} where id = ${id}`
    } catch (error) {
      if (!violates(error, 'batches_number')) throw error
      throw invalidInput('number', `This product already has a batch ${change.number}.`)
    }
    await writeAudit(
      ctx,
      { action: 'product-batch-changed', subject: id, before: { number, expiresOn }, after: change },
      tx,
    )
  })
  return findBatch(ctx, id)
}

async function isSaved(tx: Db, productId: string, cause: string): Promise<boolean> {
  const saved = await execute(tx)`
    select from stock_movements where product_id = ${productId} and cause = ${cause} and order_id is null and cause <> ''`
  return saved > 0
}

type NewBatch = { productId: string; number: string; expiresOn: string | null }

async function insertBatch(
  ctx: Context,
  tx: Db,
  { productId, number, expiresOn }: NewBatch,
): Promise<{ id: string; isInserted: boolean }> {
  const id = newId('batch')
  const inserted = await execute(tx)`
    insert into batches (id, product_id, formula_id, number, expires_on, received_at)
    values (${id}, ${productId}, (select formula_id from product_labels where product_id = ${productId}), ${number},
      ${expiresOn}, ${ctx.now})
    on conflict on constraint batches_number do nothing`
  if (!inserted) return { id: await findNumberedBatch(tx, productId, number), isInserted: false }
  await writeAudit(
    ctx,
    { action: 'product-batch-received', subject: id, after: { productId, number, expiresOn } },
    tx,
  )
  return { id, isInserted: true }
}

const ExistingBatch = z.strictObject({
  number: z.string(),
  expiresOn: z.string().nullable(),
  isRecalled: z.boolean(),
})

async function requireReceivable(
  tx: Db,
  id: string,
  { expiresOn, isNew }: { expiresOn: string | null; isNew: boolean },
): Promise<void> {
  const [batch] = await query(tx, ExistingBatch)`
    select number, expires_on::text as "expiresOn", recalled_at is not null as "isRecalled" from batches
    where id = ${id}`
  if (!batch) throw new Error(`Batch ${id} not found`)
  const { number } = batch
  if (batch.isRecalled)
    throw new Refusal('conflict', `Batch ${number} was recalled, so no units of it can be received.`, {
      number: 'This batch was recalled.',
    })
  if (isNew)
    throw new Refusal(
      'conflict',
      `This product already has a batch ${number}. Add units to its stock instead.`,
      {
        number: 'This product already has a batch with this number.',
      },
    )
  if (expiresOn !== null && batch.expiresOn !== null && expiresOn !== batch.expiresOn)
    throw invalidInput(
      'expiresOn',
      `Batch ${number} expires on ${batch.expiresOn}. Leave the date blank, or correct it on the batch’s page first.`,
    )
  if (expiresOn !== null)
    await execute(tx)`update batches set expires_on = coalesce(expires_on, ${expiresOn}) where id = ${id}`
}
