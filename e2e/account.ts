import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { waitForHydration } from './hydration.ts'

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

/** Creates a confirmed account without signing in. */
export async function openAccount(request: APIRequestContext): Promise<Account> {
  const account = newAccount()
  await request.post('/api/v1/auth/signup', { data: account })
  const link = await findEmailLink(request, account.email, /confirm/i)
  await request.get(link)
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

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

const sessions = new Map<string, Cookies>()

/** Signs the browser in without the form. A worker signs each account in once, because hashing takes long on purpose. */
export async function startSession(page: Page, account: Account): Promise<void> {
  const context = page.context()
  const session = sessions.get(account.email)
  if (session) {
    await context.addCookies(session)
    if ((await page.request.get('/api/v1/auth/user')).ok()) return
  }
  const response = await page.request.post('/login', { form: account, maxRedirects: 0 })
  expect(response.status()).toBe(302)
  await context.clearCookies({ name: 'eb_notice' })
  const cookies = await context.cookies()
  sessions.set(
    account.email,
    cookies.filter(({ name }) => name.startsWith('eb_')),
  )
}

/** A toast where scripts run (also announced to screen readers), else a line of the page. */
export function visibleMessage(page: Page, words: string) {
  return page.getByText(words).first()
}

export function siteHeader(page: Page) {
  return page.getByRole('banner')
}
