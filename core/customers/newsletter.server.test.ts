import { buildAccount, buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { readCustomerSettings, saveCustomerSettings } from './customer-settings.server.ts'
import {
  confirmNewsletter,
  isNewsletterLinkValid,
  requestNewsletter,
  unsubscribe,
} from './newsletter.server.ts'
import { DEFAULT_CUSTOMER_SETTINGS } from './profile.ts'

const READER = 'reader@orchard.example'
type Connection = Parameters<typeof findSentEmails>[0]

async function requestLink(connection: Connection, ctx: Context, email = READER) {
  await requestNewsletter(ctx, email)
  await runJobs(connection, ctx)
  const lastEmail = (await findSentEmails(connection, email)).at(-1)
  return { kind: lastEmail?.kind, token: /token=([\w-]+)/.exec(lastEmail?.text ?? '')?.[1] ?? '' }
}

async function unsubscribeParams(connection: Connection, email = READER) {
  const lastEmail = (await findSentEmails(connection, email)).at(-1)
  const params = new URL(/Unsubscribe: (\S+)/.exec(lastEmail?.text ?? '')?.[1] ?? '').searchParams
  return { id: params.get('id') ?? '', key: params.get('key') ?? '' }
}

async function subscriberState({ pool }: Connection, email = READER): Promise<string | undefined> {
  const { rows } = await pool.query('select state from newsletter_subscribers where email = $1', [email])
  return rows[0]?.state
}

test('nobody is subscribed before they confirm by email', async ({ ctx, connection }) => {
  const { kind, token } = await requestLink(connection, ctx)
  expect([kind, await subscriberState(connection)]).toEqual(['newsletter-requested', 'pending'])
  await expect(confirmNewsletter(ctx, 'no such token')).rejects.toMatchObject({ code: 'not_found' })
  expect(await isNewsletterLinkValid(ctx, 'no such token')).toBe(false)
  expect(await isNewsletterLinkValid(ctx, token)).toBe(true)
  expect(await subscriberState(connection)).toBe('pending')
  await confirmNewsletter(ctx, token)
  expect(await subscriberState(connection)).toBe('subscribed')
  await confirmNewsletter(ctx, token)
  await runJobs(connection, ctx)
  const kinds = (await findSentEmails(connection, READER)).map((email) => email.kind)
  expect(kinds).toEqual(['newsletter-requested', 'newsletter-welcome'])
})

test('the welcome shows the home page’s picture, once it is imported', async ({ ctx, connection }) => {
  const banners = async () =>
    (await findSentEmails(connection, READER)).map(
      ({ html }) => /<img src="([^"]+)" width="560"/.exec(html)?.[1],
    )
  const subscribe = async () => {
    await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
    await runJobs(connection, ctx)
    await connection.pool.query('delete from newsletter_subscribers')
  }
  await subscribe()
  expect(await banners()).toEqual([undefined, undefined])
  const pictureId = 'pic_0123456789abcdefghij'
  await connection.pool.query(
    `insert into pictures (id, origin, type, bytes, width, height, alt, preview)
     values ($1, 'bundled:mood/home.webp', 'image/webp', 1, 2400, 1500, '', '')`,
    [pictureId],
  )
  await subscribe()
  expect((await banners()).slice(2)).toEqual([
    undefined,
    `${ctx.settings.origin}/media/${pictureId}-1120.jpeg`,
  ])
})

test('a newsletter’s unsubscribe link works without signing in and more than once', async ({
  ctx,
  connection,
}) => {
  await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
  await runJobs(connection, ctx)
  const { rows } = await connection.pool.query(
    'select unsubscribe_url from mailbox where unsubscribe_url <> $1',
    [''],
  )
  expect(rows).toEqual([{ unsubscribe_url: expect.stringContaining('/newsletter/unsubscribe?id=sub_') }])
  const { id, key } = await unsubscribeParams(connection)
  for (const invalidKey of ['', `${key}x`, key.replace(/^./, key.startsWith('A') ? 'B' : 'A'), 'ключ'])
    await expect(unsubscribe(ctx, { id, key: invalidKey })).rejects.toMatchObject({ code: 'not_found' })
  expect(await subscriberState(connection)).toBe('subscribed')
  await unsubscribe(ctx, { id, key })
  await unsubscribe(ctx, { id, key })
  expect(await subscriberState(connection)).toBe('left')
})

test('an earlier confirmation link doesn’t undo an unsubscribe', async ({ ctx, connection }) => {
  await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
  const unsubscribeLink = await unsubscribeParams(connection)
  await unsubscribe(ctx, unsubscribeLink)
  const { kind, token } = await requestLink(connection, ctx)
  expect([kind, await isNewsletterLinkValid(ctx, token)]).toEqual(['newsletter-requested', true])
  await unsubscribe(ctx, unsubscribeLink)
  await expect(confirmNewsletter(ctx, token)).rejects.toMatchObject({ code: 'not_found' })
  await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
  expect(await subscriberState(connection)).toBe('subscribed')
})

test('a subscriber who signs up again learns it only by email', async ({ ctx, connection }) => {
  await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
  expect((await requestLink(connection, ctx)).kind).toBe('newsletter-known')
  expect(await subscriberState(connection)).toBe('subscribed')
})

test('a confirmation link expires after three days', async ({ ctx, connection }) => {
  const { token } = await requestLink(connection, ctx)
  await connection.pool.query("update newsletter_subscribers set confirm_until = now() - interval '1 second'")
  await expect(confirmNewsletter(ctx, token)).rejects.toMatchObject({ code: 'not_found' })
  expect(await isNewsletterLinkValid(ctx, token)).toBe(false)
})

test('the account’s Promotional emails setting and the subscription are the same', async ({
  ctx,
  connection,
}) => {
  const actor = await buildActor(ctx.db)
  const owner = { ...ctx, actor }
  await confirmNewsletter(ctx, (await requestLink(connection, ctx, actor.email)).token)
  expect((await readCustomerSettings(owner)).promotionalEmails).toBe(true)
  await unsubscribe(ctx, await unsubscribeParams(connection, actor.email))
  expect(await readCustomerSettings(owner)).toEqual(DEFAULT_CUSTOMER_SETTINGS)
  await saveCustomerSettings(owner, { ...DEFAULT_CUSTOMER_SETTINGS, promotionalEmails: true })
  expect(await subscriberState(connection, actor.email)).toBe('subscribed')
  await saveCustomerSettings(owner, DEFAULT_CUSTOMER_SETTINGS)
  expect(await subscriberState(connection, actor.email)).toBe('left')
})

test('a subscriber who creates an account stays subscribed', async ({ ctx, connection }) => {
  await confirmNewsletter(ctx, (await requestLink(connection, ctx)).token)
  const actor = await buildActor(ctx.db, { email: READER })
  expect((await readCustomerSettings({ ...ctx, actor })).promotionalEmails).toBe(true)
})

test('a subscription follows the account’s new address and is deleted with the account', async ({
  ctx,
  connection,
}) => {
  const { id, email } = await buildAccount(ctx.db)
  for (const address of [email, READER])
    await confirmNewsletter(ctx, (await requestLink(connection, ctx, address)).token)
  await connection.pool.query('update profiles set email = $1 where id = $2', [READER, id])
  expect(await subscriberState(connection, email)).toBeUndefined()
  expect(await subscriberState(connection)).toBe('subscribed')
  await connection.pool.query('delete from auth_users')
  expect(await subscriberState(connection)).toBeUndefined()
})

test('newsletter sign-ups are limited per visitor and per email address', async ({ ctx, connection }) => {
  for (let time = 0; time < 10; time++) await requestNewsletter(ctx, READER)
  await expect(requestNewsletter(ctx, READER)).rejects.toMatchObject({ code: 'too_often' })
  for (const ipAddress of ['203.0.113.9', '203.0.113.10', '203.0.113.11'])
    for (let time = 0; time < 5; time++)
      await requestNewsletter({ ...ctx, visitor: { ...ctx.visitor, ipAddress } }, READER)
  const { rows } = await connection.pool.query('select count(*)::int from graphile_worker.jobs')
  expect(rows).toEqual([{ count: 12 }])
})

test('a double click sends one email', async ({ ctx, connection }) => {
  await Promise.all([1, 2, 3].map(() => requestNewsletter(ctx, READER)))
  await runJobs(connection, ctx)
  const [firstEmail, ...otherEmails] = await findSentEmails(connection, READER)
  expect(otherEmails).toEqual([])
  const token = /token=([\w-]+)/.exec(firstEmail?.text ?? '')?.[1] ?? ''
  expect(await isNewsletterLinkValid(ctx, token)).toBe(true)
})
