import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import {
  addressChangedEmail,
  choosePasswordEmail,
  confirmAddressEmail,
  confirmNewAddressEmail,
  existingAccountEmail,
  newDeviceEmail,
  passwordChangedEmail,
  passwordResetEmail,
} from '#core/mail/account-letters.ts'
import { enqueueEmail, type NewEmail, sendEmails } from '#core/mail/letters.server.ts'
import { emails } from '#core/mail/letters.table.ts'
import { newsletterWelcomeEmail } from '#core/mail/newsletter-letters.ts'
import { expect, test } from '#test/store.ts'
import { readConfig } from './config.ts'
import { greetMail, openMail } from './mail.ts'

const LINK = 'https://shop.example/auth/confirm?token=b-_1&x=<y>'
const SUPPORT = 'care@shop.example · +1 (800) 555-0142'

type Carried = { from: string; to: string[]; email: Email }

/** A mail server that asks for a name and a password, and takes what it is given. */
async function openPostOffice() {
  const carried: Carried[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'store' && password === 's3cret/' ? null : new Error('Refused'), { user: username }),
    onData: async (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      carried.push({ from, to, email: await PostalMime.parse(await buffer(stream)) })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return {
    carried,
    url: (password: string) => `smtp://store:${encodeURIComponent(password)}@127.0.0.1:${port}`,
  }
}

const envelope = (kind: string) => ({ to: `${kind}@orchard.example`, key: kind, support: SUPPORT })
const LETTERS: NewEmail[] = [
  confirmAddressEmail(envelope('confirm'), LINK),
  existingAccountEmail(envelope('known'), { signIn: LINK, reset: LINK }),
  choosePasswordEmail(envelope('admin'), LINK),
  passwordResetEmail(envelope('reset'), LINK),
  confirmNewAddressEmail(envelope('new'), LINK),
  addressChangedEmail(envelope('changed'), 'grace@élan.example'),
  passwordChangedEmail(envelope('password'), LINK),
  newDeviceEmail(envelope('device'), {
    device: 'Firefox on Ørebro’s <phone>',
    when: new Date(0),
    link: LINK,
  }),
]

test('every letter about an account goes through a real mail server, whole, as text and as HTML', async ({
  ctx,
}) => {
  const office = await openPostOffice()
  const env = { SMTP_URL: office.url('s3cret/'), MAIL_FROM: 'Eternal Beauty <store@shop.example>' }
  const mail = openMail(readConfig(env), ctx.db)
  for (const letter of LETTERS) await enqueueEmail(ctx.db, letter)
  for (const { id } of await ctx.db.select().from(emails)) await sendEmails(ctx.db, mail, [id])
  expect(new Set((await ctx.db.select().from(emails)).map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(office.carried).toHaveLength(LETTERS.length)
  for (const { to, subject, text, html } of LETTERS) {
    const met = office.carried.find((carried) => carried.to[0] === to)
    expect(met).toMatchObject({
      from: 'store@shop.example',
      to: [to],
      email: {
        subject,
        from: { name: 'Eternal Beauty', address: 'store@shop.example' },
        messageId: expect.stringMatching(/^<ltr_\w{20}@localhost>$/),
      },
    })
    expect(met?.email.text?.trim()).toBe(text.trim())
    expect(met?.email.html?.trim()).toBe(html.trim())
    expect(text).toContain(SUPPORT)
    expect(html).not.toContain('<y>')
  }
})

test('a letter of the list carries its way out where mail programs look for it, and no other letter does', async ({
  ctx,
}) => {
  const office = await openPostOffice()
  const mail = openMail(readConfig({ SMTP_URL: office.url('s3cret/') }), ctx.db)
  const out = `https://a-longer-name.shop.example/newsletter/unsubscribe?id=sub_${'a'.repeat(20)}&key=${'-_Zz'.repeat(11)}`
  await enqueueEmail(ctx.db, newsletterWelcomeEmail({ ...envelope('reader'), unsubscribeUrl: out }, LINK))
  await enqueueEmail(ctx.db, confirmAddressEmail(envelope('confirm'), LINK))
  for (const { id } of await ctx.db.select().from(emails)) await sendEmails(ctx.db, mail, [id])
  const heads = office.carried.map(({ to, email }) => [
    to[0],
    Object.fromEntries(
      email.headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
    ),
  ])
  expect(Object.fromEntries(heads)).toEqual({
    'reader@orchard.example': {
      'list-unsubscribe': `<${out}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    'confirm@orchard.example': {},
  })
})

test('a letter that the mail server refuses stays where it is, to be tried again', async ({ ctx }) => {
  const office = await openPostOffice()
  const mail = openMail(readConfig({ SMTP_URL: office.url('wrong') }), ctx.db)
  await enqueueEmail(ctx.db, confirmAddressEmail(envelope('confirm'), LINK))
  const [letter] = await ctx.db.select().from(emails)
  await expect(sendEmails(ctx.db, mail, [letter?.id ?? ''])).rejects.toThrow()
  expect(await ctx.db.select().from(emails)).toEqual([letter])
  expect(office.carried).toEqual([])
})

test('a mail server is greeted without a letter, and its refusal is told', async () => {
  const { carried, url } = await openPostOffice()
  await greetMail({ SMTP_URL: url('s3cret/') })
  await expect(greetMail({ SMTP_URL: url('wrong') })).rejects.toThrow('Refused')
  await expect(greetMail({ SMTP_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow('ECONNREFUSED')
  expect(carried).toEqual([])
})
