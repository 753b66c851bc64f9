import { type BrowserContext, test as base } from '@playwright/test'
import { readLog } from './read-log.ts'
import { connectTo, openWorkerStore, type WorkerStore } from './worker-store.ts'

export { expect } from '@playwright/test'

export type Store = {
  url: string
  databaseUrl: string
  /** Other origins that pages may request. */
  allowedOrigins?: string[]
  readLogEntries(): Record<string, unknown>[]
}

type Fixtures = { store: Store; failOnProblems: undefined }
type WorkerFixtures = { workerStore: WorkerStore }

/**
 * `test` with a running demo store. Each worker has one, which is reset for each file. A test fails on console errors, policy
 * violations, and requests to other origins.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  workerStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its parameters
    async ({}, use) => {
      const store = await openWorkerStore()
      await use(store)
      await store.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  store: async ({ workerStore }, use, { file }) => {
    if (lastFile !== undefined && lastFile !== file) await workerStore.reset()
    lastFile = file
    connectTo(workerStore)
    const { url, databaseUrl, output } = workerStore
    await use({ url, databaseUrl, readLogEntries: () => readLog(output()) })
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

let lastFile: string | undefined

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

/** Signing out while the cart, the profile, or the list of avoided ingredients loads makes that request return 401. */
function isSignedOut(text: string, about: string): boolean {
  return (
    text.includes('status of 401') &&
    /^\/(cart\/lines|api\/v1\/profile(\/avoid-list)?)$/.test(new URL(about).pathname)
  )
}
