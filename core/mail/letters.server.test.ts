import { sql } from 'drizzle-orm'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { type NewLetter, sendLetters, writeAndSend, writeLetter } from './letters.server.ts'
import { letters } from './letters.table.ts'
import type { Letter, Mail } from './mail.ts'
import { mailboxMail, readMailbox } from './mailbox.server.ts'

const letter: NewLetter = {
  key: 'welcome:grace',
  kind: 'welcome',
  to: 'grace@example.com',
  subject: 'Welcome',
  text: 'https://store.example/confirm?token=secret',
  html: '<a href="https://store.example/confirm?token=secret">Confirm</a>',
}

async function onlyLetter(ctx: Context) {
  const [row] = await ctx.db.select().from(letters)
  if (!row) throw new Error('No letter was written')
  return row
}

async function jobs(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs`,
  )
  return rows[0]?.count ?? 0
}

function postman(refusals = 0): Mail & { carried: Letter[] } {
  const carried: Letter[] = []
  return {
    carried,
    async send(given) {
      if (refusals-- > 0) throw new Error('451 try again later')
      carried.push(given)
    },
  }
}

test('a letter and the promise to send it are kept or lost with their cause', async ({ ctx }) => {
  const failing = ctx.db.transaction(async (tx) => {
    await writeLetter(tx, letter)
    throw new Error('the order failed')
  })
  await expect(failing).rejects.toThrow('the order failed')
  expect(await ctx.db.select().from(letters)).toEqual([])
  expect(await jobs(ctx)).toBe(0)
  await writeLetter(ctx.db, letter)
  expect(await jobs(ctx)).toBe(1)
})

test('one cause has one letter, however often it is written', async ({ ctx }) => {
  await Promise.all([1, 2, 3, 4, 5].map(() => writeLetter(ctx.db, letter)))
  expect(await ctx.db.select().from(letters)).toHaveLength(1)
  expect(await jobs(ctx)).toBe(1)
})

test('a sent letter is sent once, and forgets the link that it carried', async ({ ctx }) => {
  await writeLetter(ctx.db, letter)
  const { id } = await onlyLetter(ctx)
  const mail = postman()
  await Promise.all([1, 2, 3].map(() => sendLetters(ctx.db, mail, [id])))
  await sendLetters(ctx.db, mail, [id])
  expect(mail.carried).toEqual([expect.objectContaining({ id, to: letter.to, subject: letter.subject })])
  expect(await onlyLetter(ctx)).toMatchObject({ state: 'sent', bodyText: null, bodyHtml: null })
})

test('a letter that the postman refused waits, with its words', async ({ ctx }) => {
  await writeLetter(ctx.db, letter)
  const { id } = await onlyLetter(ctx)
  const mail = postman(1)
  await expect(sendLetters(ctx.db, mail, [id])).rejects.toThrow('451')
  expect(await onlyLetter(ctx)).toMatchObject({ state: 'waiting', bodyText: letter.text })
  await sendLetters(ctx.db, mail, [id])
  expect(mail.carried).toHaveLength(1)
})

test('what one job tells is written once and sent once, however often the job comes again', async ({
  ctx,
}) => {
  const both = [letter, { ...letter, key: 'welcome:owner', to: 'owner@example.com' }]
  const mail = postman(1)
  await expect(writeAndSend(ctx.db, mail, both)).rejects.toThrow('451')
  expect(mail.carried).toHaveLength(1)
  await Promise.all([1, 2, 3].map(() => writeAndSend(ctx.db, mail, both)))
  expect(mail.carried.map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'owner@example.com'])
  expect(await jobs(ctx)).toBe(0)
})

test('the demo’s postman puts a letter into the box once', async ({ ctx }) => {
  const mail = mailboxMail(ctx.db)
  const given = { id: 'ltr_1', to: 'a@example.com', subject: 'S', text: 't', html: 'h' }
  await mail.send(given)
  await mail.send(given)
  expect(await readMailbox(ctx.db)).toMatchObject([{ id: 'ltr_1', recipient: 'a@example.com' }])
})
