import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import {
  addressChangedEmail,
  choosePasswordEmail,
  confirmAddressEmail,
  confirmNewAddressEmail,
  existingAccountEmail,
  newDeviceEmail,
  passwordChangedEmail,
  passwordResetEmail,
} from '#core/email/account-emails.ts'
import { enqueueEmail, type NewEmail, sendEmails } from '#core/email/emails.server.ts'
import { newsletterWelcomeEmail } from '#core/email/newsletter-emails.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { query } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { readConfig } from './config.ts'
import { checkMailServer, createEmailTransport } from './email.ts'

const LINK = 'https://shop.example/auth/confirm?token=b-_1&x=<y>'
const SUPPORT = 'care@shop.example · +1 (800) 555-0142'

const findEmails = ({ db }: Context) =>
  query(db, StoredEmail)`select id, state, body_text as text from emails order by id`
const StoredEmail = z.strictObject({ id: z.string(), state: z.string(), text: z.string().nullable() })

type ReceivedEmail = { from: string; to: string[]; email: Email }

/** Requires a login and accepts every message, unless it refuses recipients. */
async function startSmtpServer({ refusal }: { refusal?: string } = {}) {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'store' && password === 's3cret/' ? null : new Error('Refused'), { user: username }),
    onRcptTo: (_address, _session, done) => done(refusal ? new Error(refusal) : null),
    onData: async (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({ from, to, email: await PostalMime.parse(await buffer(stream)) })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    url: (password: string) => `smtp://store:${encodeURIComponent(password)}@127.0.0.1:${port}`,
  }
}

const emailOptions = (kind: string) => ({
  to: `${kind}@orchard.example`,
  key: kind,
  sender: { name: 'Eternal Beauty', support: SUPPORT, footer: '', logo: null },
})
const EMAILS: NewEmail[] = [
  confirmAddressEmail(emailOptions('confirm'), LINK),
  existingAccountEmail(emailOptions('known'), { signIn: LINK, reset: LINK }),
  choosePasswordEmail(emailOptions('admin'), LINK),
  passwordResetEmail(emailOptions('reset'), LINK),
  confirmNewAddressEmail(emailOptions('new'), LINK),
  addressChangedEmail(emailOptions('changed'), 'grace@élan.example'),
  passwordChangedEmail(emailOptions('password'), LINK),
  newDeviceEmail(emailOptions('device'), {
    device: 'Firefox on Ørebro’s <phone>',
    when: new Date(0),
    link: LINK,
  }),
]

test('every account email arrives through a real mail server, complete, as text and HTML', async ({
  ctx,
}) => {
  const smtpServer = await startSmtpServer()
  const env = { SMTP_URL: smtpServer.url('s3cret/'), MAIL_FROM: 'Eternal Beauty <store@shop.example>' }
  const emailTransport = createEmailTransport(readConfig(env), ctx.db)
  for (const newEmail of EMAILS) await enqueueEmail(ctx.db, newEmail)
  for (const { id } of await findEmails(ctx)) await sendEmails(ctx.db, emailTransport, [id])
  expect(new Set((await findEmails(ctx)).map(({ state }) => state))).toEqual(new Set(['sent']))
  expect(smtpServer.received).toHaveLength(EMAILS.length)
  for (const { to, subject, text, html } of EMAILS) {
    const delivered = smtpServer.received.find((received) => received.to[0] === to)
    expect(delivered).toMatchObject({
      from: 'store@shop.example',
      to: [to],
      email: {
        subject,
        from: { name: 'Eternal Beauty', address: 'store@shop.example' },
        messageId: expect.stringMatching(/^<ltr_\w{20}@localhost>$/),
      },
    })
    expect(delivered?.email.text?.trim()).toBe(text.trim())
    expect(delivered?.email.html?.trim()).toBe(html.trim())
    expect(text).toContain(SUPPORT)
    expect(html).not.toContain('<y>')
  }
})

test('the owner chooses the sender’s name, and the server’s configuration the address', async ({ ctx }) => {
  const smtpServer = await startSmtpServer()
  const env = { SMTP_URL: smtpServer.url('s3cret/'), MAIL_FROM: 'Eternal Beauty <store@shop.example>' }
  const value = { senderName: 'Linden, "Bath"', footer: '', notificationEmail: '' }
  await saveSetting(ctx.db, { key: 'emails', value, actorId: 'usr_owner' })
  const emailTransport = createEmailTransport(readConfig(env), ctx.db)
  const [newEmail] = EMAILS
  if (newEmail) await enqueueEmail(ctx.db, newEmail)
  for (const { id } of await findEmails(ctx)) await sendEmails(ctx.db, emailTransport, [id])
  expect(smtpServer.received.map(({ email }) => email.from)).toEqual([
    { name: 'Linden, "Bath"', address: 'store@shop.example' },
  ])
})

test('without a name in the configuration, the sender has the store’s', async ({ ctx }) => {
  const smtpServer = await startSmtpServer()
  const env = { SMTP_URL: smtpServer.url('s3cret/'), MAIL_FROM: 'post@shop.example' }
  const store = { ...DEFAULT_STORE_SETTINGS.store, name: 'Maison Linden' }
  await saveSetting(ctx.db, { key: 'store', value: store, actorId: 'usr_owner' })
  const [newEmail] = EMAILS
  if (newEmail) await enqueueEmail(ctx.db, newEmail)
  for (const { id } of await findEmails(ctx))
    await sendEmails(ctx.db, createEmailTransport(readConfig(env), ctx.db), [id])
  expect(smtpServer.received.map(({ email }) => email.from)).toEqual([
    { name: 'Maison Linden', address: 'post@shop.example' },
  ])
})

test('newsletter emails have one-click unsubscribe headers, and other emails don’t', async ({ ctx }) => {
  const smtpServer = await startSmtpServer()
  const emailTransport = createEmailTransport(readConfig({ SMTP_URL: smtpServer.url('s3cret/') }), ctx.db)
  const unsubscribeUrl = `https://a-longer-name.shop.example/newsletter/unsubscribe?id=sub_${'a'.repeat(20)}&key=${'-_Zz'.repeat(11)}`
  await enqueueEmail(ctx.db, newsletterWelcomeEmail({ ...emailOptions('reader'), unsubscribeUrl }, LINK))
  await enqueueEmail(ctx.db, confirmAddressEmail(emailOptions('confirm'), LINK))
  for (const { id } of await findEmails(ctx)) await sendEmails(ctx.db, emailTransport, [id])
  const listHeaders = smtpServer.received.map(({ to, email }) => [
    to[0],
    Object.fromEntries(
      email.headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
    ),
  ])
  expect(Object.fromEntries(listHeaders)).toEqual({
    'reader@orchard.example': {
      'list-unsubscribe': `<${unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    'confirm@orchard.example': {},
  })
})

test('an email that the mail server rejects stays queued for a retry', async ({ ctx }) => {
  const smtpServer = await startSmtpServer()
  const emailTransport = createEmailTransport(readConfig({ SMTP_URL: smtpServer.url('wrong') }), ctx.db)
  await enqueueEmail(ctx.db, confirmAddressEmail(emailOptions('confirm'), LINK))
  const [newEmail] = await findEmails(ctx)
  await expect(sendEmails(ctx.db, emailTransport, [newEmail?.id ?? ''])).rejects.toThrow()
  expect(await findEmails(ctx)).toEqual([newEmail])
  expect(smtpServer.received).toEqual([])
})

test('an email to a mail server that keeps a connection busy without accepting it fails after the limit', async ({
  ctx,
}) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const drip = setInterval(() => socket.write('220-One moment\r\n'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const emailTransport = createEmailTransport(config, ctx.db, { sendTimeout: 300 })
  const disconnected = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const email = { id: 'ltr_1', to: 'a@orchard.example', subject: 'S', text: 't', html: 'h' }
  await expect(emailTransport.send(email)).rejects.toThrow('aborted')
  await disconnected
})

test('the mail server check signs in without sending, and reports a rejection', async () => {
  const { received, url } = await startSmtpServer()
  await checkMailServer({ SMTP_URL: url('s3cret/') })
  await expect(checkMailServer({ SMTP_URL: url('wrong') })).rejects.toThrow('Refused')
  await expect(checkMailServer({ SMTP_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow('ECONNREFUSED')
  expect(received).toEqual([])
})

test('a mail server on another machine must support STARTTLS, unless its URL allows plain text', async () => {
  const { url } = await startSmtpServer()
  // Not a loopback address, but it leads to this machine.
  const remote = url('s3cret/').replace('127.0.0.1', '0.0.0.0')
  await expect(checkMailServer({ SMTP_URL: remote })).rejects.toThrow('STARTTLS')
  await checkMailServer({ SMTP_URL: `${remote}?requireTLS=false` })
})

test('what a mail server says about a recipient is in neither the log nor the job', async ({
  ctx,
  connection,
  logEntries,
}) => {
  const { url } = await startSmtpServer({
    refusal: '5.1.1 Canary Holloway <canary@orchard.example> is unknown',
  })
  const emailTransport = createEmailTransport(readConfig({ SMTP_URL: url('s3cret/') }), ctx.db)
  await enqueueEmail(
    ctx.db,
    confirmAddressEmail({ ...emailOptions('x'), to: 'canary@orchard.example' }, LINK),
  )
  await runJobs(connection, ctx, emailTransport)
  const code = 'EENVELOPE RCPT TO 550 5.1.1'
  expect(logEntries).toContainEqual(
    expect.objectContaining({ error: expect.objectContaining({ name: 'MailServerError', code }) }),
  )
  expect(JSON.stringify(logEntries)).not.toMatch(/canary/i)
  const readJobs = async () =>
    (await connection.pool.query('select last_error, payload from graphile_worker._private_jobs')).rows
  // The queue notes a failure after the handler of its job has ended.
  await vi.waitFor(async () =>
    expect(await readJobs()).toMatchObject([{ last_error: `MailServerError ${code}` }]),
  )
  const rows = await readJobs()
  expect(JSON.stringify(rows)).not.toMatch(/canary/i)
})

/** Also the addresses that checks in front of the mail server let through. */
test('every email has one recipient', async ({ ctx }) => {
  const smtpServer = await startSmtpServer()
  const emailTransport = createEmailTransport(readConfig({ SMTP_URL: smtpServer.url('s3cret/') }), ctx.db)
  for (const to of LISTS) {
    const email = { id: 'ltr_1', to, subject: 'S', text: 't', html: 'h' }
    await emailTransport.send(email).catch(() => {})
  }
  for (const { to } of smtpServer.received) expect(to).toHaveLength(1)
  expect(smtpServer.received.flatMap(({ to }) => to).join(' ')).not.toContain('victim')
})

const LISTS = [
  'a@orchard.example,victim@orchard.example',
  'a@orchard.example;victim@orchard.example',
  'a@orchard.example victim@orchard.example',
  'a@orchard.example\r\nBcc: victim@orchard.example',
  'a@orchard.example\nCc:victim@orchard.example',
  'Friends: victim@orchard.example, a@orchard.example;',
  '"a, victim@orchard.example" <a@orchard.example>, victim@orchard.example',
  'a@orchard.example, Vic <victim@orchard.example>',
]
