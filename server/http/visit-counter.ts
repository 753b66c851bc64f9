import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { saveVisitCounts, type VisitCounts } from '#core/analytics/visits.server.ts'
import { type CountedPage, normalizeSearchTerm, type SourceCount } from '#core/analytics/visits.ts'
import type { Log } from '#core/log.ts'
import { readVisitSource } from '#core/orders/sources/visit-source.ts'
import { optsOutOfTracking } from '#core/privacy/tracking-opt-out.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'

export type VisitCounter = ReturnType<typeof createVisitCounter>

const MAX_TERMS = 1000
const MAX_SOURCES = 1000
const MAX_AGENTS = 1000

/** Counts page views, cached or not, without cookies, addresses, or anything that identifies a visitor. */
export function createVisitCounter(publicUrl: string) {
  const ownHost = new URL(publicUrl).hostname
  let pages = new Map<string, number>()
  let sources = new Map<string, SourceCount>()
  let terms = new Map<string, { times: number; found: boolean | null }>()
  const agents = new Map<string, boolean>()

  function isBot(agent: string | undefined): boolean {
    if (!agent) return true
    const existing = agents.get(agent)
    if (existing !== undefined) return existing
    if (agents.size >= MAX_AGENTS) agents.clear()
    const isBotAgent = isbot(agent)
    agents.set(agent, isBotAgent)
    return isBotAgent
  }

  function countPage(region: RegionCode, pageKind: CountedPage): void {
    const key = `${region} ${pageKind}`
    pages.set(key, (pages.get(key) ?? 0) + 1)
  }

  function countSource({ url = '', headers }: IncomingMessage): void {
    const { referer = '' } = headers
    // Not the cache's path, which has no campaign parameters.
    const queryStart = url.indexOf('?')
    if ((queryStart < 0 && !referer) || optsOutOfTracking(headers)) return
    const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
    const source = readVisitSource({ query, referrer: referer }, ownHost)
    if (!source) return
    const key = JSON.stringify(source)
    const existing = sources.get(key)
    if (existing) existing.times++
    else if (sources.size < MAX_SOURCES) sources.set(key, { ...source, times: 1 })
  }

  function countSearch(path: string, hasResults: boolean | null): void {
    const term = normalizeSearchTerm(new URLSearchParams(path.slice(path.indexOf('?'))).get('q') ?? '')
    if (!term) return
    const existing = terms.get(term)
    if (existing) {
      existing.times++
      existing.found = hasResults ?? existing.found
    } else if (terms.size < MAX_TERMS) terms.set(term, { times: 1, found: hasResults })
  }

  return {
    recordPage(
      incoming: IncomingMessage,
      path: string,
      region: RegionCode,
      hasResults: boolean | null,
    ): void {
      const { headers, method } = incoming
      if (method !== 'GET' || !COUNTED_PATHS.test(path)) return
      if (headers['sec-purpose'] !== undefined || isBot(headers['user-agent'])) return
      const isDataRequest = /^[^?]*\.data(?:\?|$)/.test(path)
      if (!isDataRequest && !isDocument(headers)) return
      if (!isDataRequest && !RETURN_PATHS.test(path) && isFromOutside(headers)) {
        countPage(region, 'visit')
        countSource(incoming)
      }
      if (path.startsWith('/product/')) countPage(region, 'product')
      else if (/^\/checkout(?:\.data)?(?:\?|$)/.test(path)) countPage(region, 'checkout')
      else if (FIRST_SEARCH.test(path)) countSearch(path, hasResults)
    },
    takeCounts(): VisitCounts {
      const totals = {
        pages: [...pages].map(([key, times]) => {
          const [region, pageKind] = key.split(' ') as [RegionCode, CountedPage]
          return { region, what: pageKind, times }
        }),
        terms: [...terms].map(([term, rest]) => ({ term, ...rest })),
        sources: [...sources.values()],
      }
      pages = new Map()
      sources = new Map()
      terms = new Map()
      return totals
    },
  }
}

const COUNTED_PATHS =
  /^\/(?:[?]|$|categories|collections\/|product\/|search|cart|checkout|orders|consultant|shipping-returns|privacy|terms|contact|login|customer\/login|signup|profile)/
// Visitors who return from the card provider or Google were here before.
const RETURN_PATHS = /^\/(?:checkout|cart|login|customer\/login|signup|orders)/
// Filters and further pages belong to the same search.
const FIRST_SEARCH = /^\/search(?:\.data)?\?(?:_routes=[^&]*&)?q=[^&]*(?:&region=[A-Z]{2})?$/

type Headers = IncomingMessage['headers']

function isDocument(headers: Headers): boolean {
  const destination = headers['sec-fetch-dest']
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document'
}

function isFromOutside(headers: Headers): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.referer?.split('/')[2] !== headers.host
}

const FLUSH_INTERVAL = 10_000

/** Saves counts periodically and on stop. Counts that can't be saved are lost. */
export function startVisitFlusher({
  visitCounter,
  db,
  log,
}: {
  visitCounter: VisitCounter
  db: Db
  log: Log
}) {
  const flush = async () => {
    const counts = visitCounter.takeCounts()
    if (!counts.pages.length && !counts.terms.length) return
    const day = new Date().toISOString().slice(0, 10)
    await saveVisitCounts(db, day, counts).catch((error) =>
      log.warn('visit counts could not be saved', { error }),
    )
  }
  let flushing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    flushing = flush()
  }, FLUSH_INTERVAL)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
