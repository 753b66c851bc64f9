import { vi } from 'vitest'
import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import type { EmailTransport, OutgoingEmail } from './email-transport.ts'
import { enqueueEmail, type NewEmail, saveAndSendEmails, sendEmails } from './emails.server.ts'
import { mailboxTransport, readMailbox } from './mailbox.server.ts'

const newEmail: NewEmail = {
  key: 'welcome:grace',
  kind: 'welcome',
  to: 'grace@example.com',
  subject: 'Welcome',
  text: 'https://store.example/confirm?token=secret',
  html: '<a href="https://store.example/confirm?token=secret">Confirm</a>',
}

const SavedEmail = z.strictObject({
  id: z.string(),
  key: z.string(),
  state: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
})

const listEmails = ({ db }: Context) =>
  query(db, SavedEmail)`select id, key, state, body_text as text, body_html as html from emails order by key`

async function onlyEmail(ctx: Context) {
  const [email] = await listEmails(ctx)
  if (!email) throw new Error('No email was saved')
  return email
}

async function countJobs({ db }: Context): Promise<number> {
  const jobs = await query(db, z.strictObject({ id: z.string() }))`select id::text from graphile_worker.jobs`
  return jobs.length
}

function recordingTransport(failures = 0): EmailTransport & { sent: OutgoingEmail[] } {
  const sent: OutgoingEmail[] = []
  return {
    sent,
    async send(email) {
      if (failures-- > 0) throw new Error('451 try again later')
      sent.push(email)
    },
  }
}

test('an email and its job are saved or rolled back with their transaction', async ({ ctx }) => {
  const failed = ctx.db.transaction(async (tx) => {
    await enqueueEmail(tx, newEmail)
    throw new Error('the order failed')
  })
  await expect(failed).rejects.toThrow('the order failed')
  expect(await listEmails(ctx)).toEqual([])
  expect(await countJobs(ctx)).toBe(0)
  await enqueueEmail(ctx.db, newEmail)
  expect(await countJobs(ctx)).toBe(1)
})

test('emails with the same key are saved once', async ({ ctx }) => {
  await Promise.all([1, 2, 3, 4, 5].map(() => enqueueEmail(ctx.db, newEmail)))
  expect(await listEmails(ctx)).toHaveLength(1)
  expect(await countJobs(ctx)).toBe(1)
})

test('an email is sent once, and its text is deleted afterwards', async ({ ctx }) => {
  await enqueueEmail(ctx.db, newEmail)
  const { id } = await onlyEmail(ctx)
  const transport = recordingTransport()
  await Promise.all([1, 2, 3].map(() => sendEmails(ctx.db, transport, [id])))
  await sendEmails(ctx.db, transport, [id])
  expect(transport.sent).toEqual([
    expect.objectContaining({ id, to: newEmail.to, subject: newEmail.subject }),
  ])
  expect(await onlyEmail(ctx)).toMatchObject({ state: 'sent', text: null, html: null })
})

test('an email that the server rejects keeps its text and stays waiting', async ({ ctx }) => {
  await enqueueEmail(ctx.db, newEmail)
  const { id } = await onlyEmail(ctx)
  const transport = recordingTransport(1)
  await expect(sendEmails(ctx.db, transport, [id])).rejects.toThrow('451')
  expect(await onlyEmail(ctx)).toMatchObject({ state: 'waiting', text: newEmail.text })
  await sendEmails(ctx.db, transport, [id])
  expect(transport.sent).toHaveLength(1)
})

test('a retried job saves and sends each email once', async ({ ctx }) => {
  const newEmails = [newEmail, { ...newEmail, key: 'welcome:owner', to: 'owner@example.com' }]
  const transport = recordingTransport(1)
  await expect(saveAndSendEmails(ctx.db, transport, newEmails)).rejects.toThrow('451')
  expect(transport.sent).toHaveLength(1)
  await Promise.all([1, 2, 3].map(() => saveAndSendEmails(ctx.db, transport, newEmails)))
  expect(transport.sent.map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'owner@example.com'])
  expect(await countJobs(ctx)).toBe(0)
})

test('an email counts as sent once it is delivered, while another email of its job still waits for the mail server', async ({
  ctx,
}) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const transport: EmailTransport = {
    send: async ({ to }) => (to === newEmail.to ? undefined : answered),
  }
  const sending = saveAndSendEmails(ctx.db, transport, [
    newEmail,
    { ...newEmail, key: 'welcome:owner', to: 'owner@example.com' },
  ])
  const openTransactions = sql`select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in%'`
  try {
    await vi.waitFor(
      async () =>
        expect(await listEmails(ctx)).toMatchObject([
          { key: 'welcome:grace', state: 'sent' },
          { key: 'welcome:owner', state: 'waiting' },
        ]),
      { timeout: 10_000 },
    )
    expect(await query(ctx.db, z.strictObject({ pid: z.int() }))`${openTransactions}`).toEqual([])
  } finally {
    answer()
    await sending
  }
})

test('the demo mailbox stores an email once', async ({ ctx }) => {
  const transport = mailboxTransport(ctx.db)
  const email = { id: 'ltr_1', to: 'a@example.com', subject: 'S', text: 't', html: 'h' }
  await transport.send(email)
  await transport.send(email)
  expect(await readMailbox(ctx.db)).toMatchObject([{ id: 'ltr_1', recipient: 'a@example.com' }])
})
