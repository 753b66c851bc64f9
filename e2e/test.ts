import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, test as base } from '@playwright/test'
import type { StoreInfo } from './global-setup.ts'
import { readLog } from './read-log.ts'

export { expect } from '@playwright/test'

export type Store = {
  url: string
  databaseUrl: string
  /** Other origins that pages may request. */
  allowedOrigins?: string[]
  readLogEntries(): Record<string, unknown>[]
}

type Fixtures = { store: Store; failOnProblems: undefined }

/** `test` with a running store. It fails on console errors, policy violations, and requests to other origins. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its parameters
  store: async ({}, use, { file }) => {
    const stores: Record<'storefront' | 'admin', StoreInfo> = JSON.parse(process.env.STORES ?? '{}')
    const isAdmin = /^(\d\w*-)?admin-/.test(path.basename(file))
    const { url, databaseUrl, log } = stores[isAdmin ? 'admin' : 'storefront']
    await use({ url, databaseUrl, readLogEntries: () => readLog(readFileSync(log, 'utf8')) })
  },
  baseURL: ({ store }, use) => use(store.url),
  failOnProblems: [
    async ({ context, store }, use) => {
      const readProblems = await watchForProblems(context, [store.url, ...(store.allowedOrigins ?? [])])
      await use(undefined)
      base.expect(readProblems()).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Failed responses are expected for pages that return 404 or 500 on purpose and for rejected forms. Another test checks
 * that each page has an icon.
 */
async function watchForProblems(context: BrowserContext, allowedOrigins: string[]): Promise<() => string[]> {
  const problems: { text: string; about: string }[] = []
  const pages = new Set<string>()
  const recordProblem = (text: string, about = '') => problems.push({ text, about })
  context.on('console', (message) => {
    if (message.text().includes('Service Worker registration blocked by Playwright')) return
    if (message.type() === 'error' || message.type() === 'warning')
      recordProblem(`console: ${message.text()} (${message.location().url})`, message.location().url)
  })
  context.on('weberror', (error) => recordProblem(`uncaught: ${error.error().message}`))
  context.on('request', (request) => {
    if (request.isNavigationRequest()) pages.add(request.url())
    if (!/^(data|blob|about):/.test(request.url()) && !allowedOrigins.includes(new URL(request.url()).origin))
      recordProblem(`a request to ${request.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} forbids ${blockedURI}`),
    )
  })
  const expected = ({ text, about }: (typeof problems)[number]) =>
    text.includes('Failed to load resource') &&
    (pages.has(about) ||
      about.endsWith('/favicon.ico') ||
      isRejectedForm(text, about) ||
      isLostConnection(text) ||
      isSignedOut(text, about))
  return () => problems.filter((problem) => !expected(problem)).map(({ text }) => text)
}

function isRejectedForm(text: string, about: string): boolean {
  return (
    /status of 4\d\d/.test(text) && /\.data$|^\/cart\/|^\/api\/v1\/storage\//.test(new URL(about).pathname)
  )
}

/** The store itself never responds with 502; tests do, as a proxy in front of it. */
function isLostConnection(text: string): boolean {
  return text.includes('status of 502') || text.includes('ERR_INTERNET_DISCONNECTED')
}

/** Signing out while the cart or profile loads makes that request return 401. */
function isSignedOut(text: string, about: string): boolean {
  return text.includes('status of 401') && /^\/(cart\/lines|api\/v1\/profile)$/.test(new URL(about).pathname)
}
