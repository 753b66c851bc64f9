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

type Letter = { to: string; subject: string; text: string }

/** The newest letter to somebody, once the postman has been by. */
export async function findLetter(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
): Promise<Letter | undefined> {
  let found: Letter | undefined
  const look = async () => {
    const letters: Letter[] = await (await request.get('/demo/mailbox.json')).json()
    found = letters.find((letter) => letter.to === email && subject.test(letter.subject))
    return found
  }
  await expect.poll(look, { timeout: 20_000 }).toBeTruthy()
  return found
}

/** Where that letter leads to. */
export async function linkTo(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
  link = /https?:\/\/[^/\s]+(\/(?:auth|newsletter)\/\S+)/,
): Promise<string> {
  const letter = await findLetter(request, email, subject)
  const [, path] = link.exec(letter?.text ?? '') ?? []
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
