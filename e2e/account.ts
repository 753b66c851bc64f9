import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import type { BrowserSession, VerifiedAccount } from '#core/accounts/account.ts'
import { hashPassword } from '#core/accounts/passwords/password-hash.ts'
import { startBrowserSession } from '#core/accounts/sessions/issue-session.server.ts'
import type { Context } from '#core/context.ts'
import { addSampleAddress } from '#core/customers/addresses.server.ts'
import { query } from '#db/sql.ts'
import { buildAccount } from '#test/build-account.ts'
import { buildContext } from '#test/context.ts'
import { waitForHydration } from './hydration.ts'
import { currentStore } from './worker-store.ts'

export const GRACE = { email: 'grace@eternalbeauty.example', password: 'beauty-grace' }
export const ADMIN = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }

export type Account = { email: string; password: string }

let accountCount = 0

export function newAccount(): Account {
  return {
    email: `ada${++accountCount}-${crypto.randomUUID().slice(0, 8)}@orchard.example`,
    password: 'quiet orchard',
  }
}

type ReceivedEmail = { id: string; to: string; subject: string; text: string; html: string }

/** Waits for the newest email to an address. */
export async function findEmail(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
): Promise<ReceivedEmail | undefined> {
  let matchingEmail: ReceivedEmail | undefined
  const fetchEmail = async () => {
    const emails: ReceivedEmail[] = await (await request.get('/demo/mailbox.json')).json()
    matchingEmail = emails.find(
      (receivedEmail) => receivedEmail.to === email && subject.test(receivedEmail.subject),
    )
    return matchingEmail
  }
  await expect.poll(fetchEmail, { timeout: 20_000, intervals: [50] }).toBeTruthy()
  return matchingEmail
}

export async function findEmailLink(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
  link = /https?:\/\/[^/\s]+(\/(?:auth|newsletter)\/\S+)/,
): Promise<string> {
  const receivedEmail = await findEmail(request, email, subject)
  const [, path] = link.exec(receivedEmail?.text ?? '') ?? []
  if (!path) throw new Error('The email has no link')
  return path
}

let passwordHash: string | undefined

/** Inserts a confirmed account, as it is after its confirmation in the demo. */
export async function openAccount(): Promise<Account> {
  const account = newAccount()
  const { db } = currentStore().connection
  // Hashing takes long on purpose.
  passwordHash ??= hashPassword(account.password)
  const { id } = await buildAccount(db, { ...account, passwordHash })
  await addSampleAddress(db, id)
  return account
}

/** Signs in through the form and returns to the page that was open. */
export async function signIn(
  page: Page,
  { email, password }: Account,
  { at = '/login', scripts = true }: { at?: string; scripts?: boolean } = {},
): Promise<void> {
  await page.goto(at)
  if (scripts) await waitForHydration(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

const sessions = new Map<string, BrowserSession>()

/** Signs the browser in without the form. A worker signs each account in once, so that it stays the same device. */
export async function startSession(page: Page, { email }: Account): Promise<void> {
  const session = sessions.get(email)
  if (session) {
    await addSession(page, session)
    if ((await page.request.get('/api/v1/auth/user')).ok()) return
  }
  const started = await startBrowserSession(sessionContext(), await findVerifiedAccount(email))
  sessions.set(email, started.session)
  await addSession(page, started.session)
}

async function addSession(page: Page, { token, device }: BrowserSession): Promise<void> {
  const cookies = Object.entries({ session: token, device }).flatMap(([name, value]) =>
    value
      ? [{ name: `eb_${name}`, value, url: currentStore().url, httpOnly: true, sameSite: 'Lax' as const }]
      : [],
  )
  await page.context().addCookies(cookies)
}

export function sessionContext(): Context {
  return buildContext(currentStore().connection)
}

export async function findVerifiedAccount(email: string): Promise<VerifiedAccount> {
  const [account] = await query(
    currentStore().connection.db,
    z.strictObject({ userId: z.string(), sessionEpoch: z.int() }),
  )`
    select id as "userId", session_epoch as "sessionEpoch" from profiles where email = ${email}`
  if (!account) throw new Error(`There is no account ${email}`)
  return account
}

/** A toast where scripts run (also announced to screen readers), else a line of the page. */
export function visibleMessage(page: Page, words: string) {
  return page.getByText(words).first()
}

export function siteHeader(page: Page) {
  return page.getByRole('banner')
}
