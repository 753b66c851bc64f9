import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { started } from './started.ts'

export const GRACE = { email: 'grace@eternalbeauty.example', password: 'beauty-grace' }
export const ADMIN = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }

export type Account = { email: string; password: string }

let made = 0

export function newAccount(): Account {
  return {
    email: `ada${++made}-${crypto.randomUUID().slice(0, 8)}@orchard.example`,
    password: 'quiet orchard',
  }
}

/** The link of the newest letter to somebody, once the postman has been by. */
export async function linkTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const letters: { to: string; subject: string; text: string }[] = await (
      await request.get('/demo/mailbox.json')
    ).json()
    return letters.find((letter) => letter.to === email && subject.test(letter.subject))
  }
  await expect.poll(find, { timeout: 10_000 }).toBeTruthy()
  const [, path] = /https?:\/\/[^/\s]+(\/auth\/\S+)/.exec((await find())?.text ?? '') ?? []
  if (!path) throw new Error('The letter has no link')
  return path
}

/** An account of this test's own, confirmed, with nobody signed in. */
export async function openAccount(request: APIRequestContext): Promise<Account> {
  const account = newAccount()
  await request.post('/api/v1/auth/signup', { data: account })
  const link = await linkTo(request, account.email, /confirm/i)
  await request.get(link)
  return account
}

/** By the form, as a person does it; then the page that they were going to. */
export async function signIn(
  page: Page,
  { email, password }: Account,
  { at = '/login', scripts = true }: { at?: string; scripts?: boolean } = {},
): Promise<void> {
  await page.goto(at)
  if (scripts) await started(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** A toast where scripts run, which is also read out, or a line of the page. */
export function said(page: Page, words: string) {
  return page.getByText(words).first()
}

export function banner(page: Page) {
  return page.getByRole('banner')
}
