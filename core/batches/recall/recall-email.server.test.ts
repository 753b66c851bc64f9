import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer, findSentEmails, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { buildBatch, buildSoldOrder } from '../batches.fixture.ts'
import { readBatch } from '../batches.server.ts'
import { recallBatch } from './recall-batch.server.ts'
import { proposeRecallEmail } from './recall-email.ts'
import { countRecipients, listRecipients } from './recall-recipients.server.ts'
import {
  enqueueRecallEmails,
  findRecallEmail,
  previewRecallEmail,
  sendRecallEmails,
} from './send-recall-emails.server.ts'

const TEXT = { subject: 'Please stop using it', message: 'It may have mold.\n\nWe’re sorry.' }

async function buildRecall(ctx: Parameters<typeof asAdmin>[0], buyers: string[]) {
  const admin = await asAdmin(ctx)
  const { id, productId } = await buildBatch(admin, { number: 'A1', quantity: 20 })
  for (const email of buyers) {
    const { id: order } = await buildSoldOrder(admin, productId, 2, { email })
    await shipOrder(admin, order)
  }
  await recallBatch(admin, id, { reason: 'Mold in one jar' })
  return { admin, id }
}

test('everyone who got the batch is emailed once, with the text that staff wrote', async ({
  ctx,
  connection,
}) => {
  const { admin, id } = await buildRecall(ctx, ['grace@orchard.example', 'ada@orchard.example'])
  await sendRecallEmails(admin, id, TEXT)
  await expect(sendRecallEmails(admin, id, TEXT)).rejects.toMatchObject({ code: 'conflict' })
  await runJobs(connection, ctx)
  for (const buyer of ['grace@orchard.example', 'ada@orchard.example']) {
    const recalls = (await findSentEmails(connection, buyer)).filter(({ kind }) => kind === 'recall')
    expect(recalls).toMatchObject([{ subject: 'Please stop using it' }])
  }
  const { rows } = await connection.pool.query(
    `select body_text from mailbox where subject = 'Please stop using it' and recipient = 'grace@orchard.example'`,
  )
  for (const text of ['It may have mold.', 'Batch number: A1', 'Quantity: 2', '?key='])
    expect(rows[0].body_text).toContain(text)
  expect(await findRecallEmail(admin, id)).toMatchObject(TEXT)
  expect(await countRecipients(admin, id)).toMatchObject({ orders: 2, emailed: 2 })
  expect((await listRecipients(admin, { scope: id })).rows.every(({ emailedAt }) => emailedAt)).toBe(true)
})

test('a job that is repeated because its process died sends no email twice', async ({ ctx, connection }) => {
  const { admin, id } = await buildRecall(ctx, ['grace@orchard.example', 'ada@orchard.example'])
  await sendRecallEmails(admin, id, TEXT)
  await Promise.all([enqueueRecallEmails(admin, id), enqueueRecallEmails(admin, id)])
  await execute(ctx.db)`
    update emails set state = 'waiting' where kind = 'recall' and recipient = 'grace@orchard.example'`
  await runJobs(connection, ctx)
  await enqueueRecallEmails(admin, id)
  await runJobs(connection, ctx)
  const { rows } = await connection.pool.query(
    `select recipient, count(*)::int as emails from mailbox where subject = 'Please stop using it' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { recipient: 'ada@orchard.example', emails: 1 },
    { recipient: 'grace@orchard.example', emails: 1 },
  ])
})

test('the proposed text names product, batch, and reason, and the preview shows what is typed', async ({
  ctx,
}) => {
  const { admin, id } = await buildRecall(ctx, [])
  const proposed = proposeRecallEmail(await readBatch(ctx.db, id))
  expect(proposed.subject).toContain('from batch A1')
  expect(proposed.message).toContain('Mold in one jar')
  expect((await previewRecallEmail(admin, id)).html).toContain('Mold in one jar')
  expect((await previewRecallEmail(admin, id, { ...TEXT, message: '<b>Stop</b>' })).html).toContain(
    '&#60;b&#62;Stop',
  )
})

test('only a recalled batch has an email, and only staff who edit orders send it', async ({ ctx }) => {
  const { admin, id } = await buildRecall(ctx, [])
  const { id: other } = await buildBatch(admin, { number: 'B1', quantity: 1 })
  await expect(sendRecallEmails(admin, other, TEXT)).rejects.toMatchObject({ code: 'conflict' })
  await expect(previewRecallEmail(admin, other)).rejects.toMatchObject({ code: 'conflict' })
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  await expect(sendRecallEmails(packer, id, TEXT)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(sendRecallEmails(admin, id, { subject: '', message: '' })).rejects.toMatchObject({
    fields: { subject: 'Enter a subject.', message: 'Enter a message.' },
  })
})
