import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { saveVisitCounts, type VisitCounts } from '#core/analytics/visits.server.ts'
import { type CountedPage, normalizeSearchTerm } from '#core/analytics/visits.ts'
import type { Log } from '#core/log.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import type { Db } from '#db/connection.ts'

export type Counting = ReturnType<typeof createCounting>

const MOST_TERMS = 1000
const MOST_AGENTS = 1000

/**
 * Counts pages as they leave, from memory or made anew: no cookie, no address, nothing that tells one visitor from
 * another. What is held is a few numbers, until they are written down.
 */
export function createCounting() {
  let pages = new Map<string, number>()
  let terms = new Map<string, { times: number; found: boolean | null }>()
  const agents = new Map<string, boolean>()

  function isMachine(agent: string | undefined): boolean {
    if (!agent) return true
    const known = agents.get(agent)
    if (known !== undefined) return known
    if (agents.size >= MOST_AGENTS) agents.clear()
    const machine = isbot(agent)
    agents.set(agent, machine)
    return machine
  }

  function count(region: RegionCode, what: CountedPage): void {
    const key = `${region} ${what}`
    pages.set(key, (pages.get(key) ?? 0) + 1)
  }

  function search(path: string, found: boolean | null): void {
    const term = normalizeSearchTerm(new URLSearchParams(path.slice(path.indexOf('?'))).get('q') ?? '')
    if (!term) return
    const known = terms.get(term)
    if (known) {
      known.times++
      known.found = found ?? known.found
    } else if (terms.size < MOST_TERMS) terms.set(term, { times: 1, found })
  }

  return {
    /** A page that was asked for; of a search, whether anything was found, where that is known. */
    opened(incoming: IncomingMessage, path: string, region: RegionCode, found: boolean | null): void {
      const { headers, method } = incoming
      if (method !== 'GET' || !COUNTED.test(path)) return
      if (headers['sec-purpose'] !== undefined || isMachine(headers['user-agent'])) return
      const data = /^[^?]*\.data(?:\?|$)/.test(path)
      if (!data && !isDocument(headers)) return
      if (!data && !RETURNS.test(path) && isFromOutside(headers)) count(region, 'visit')
      if (path.startsWith('/product/')) count(region, 'product')
      else if (/^\/checkout(?:\.data)?(?:\?|$)/.test(path)) count(region, 'checkout')
      else if (FIRST_SEARCH.test(path)) search(path, found)
    },
    /** What was counted since it was last taken. */
    take(): VisitCounts {
      const taken = {
        pages: [...pages].map(([key, times]) => {
          const [region, what] = key.split(' ') as [RegionCode, CountedPage]
          return { region, what, times }
        }),
        terms: [...terms].map(([term, rest]) => ({ term, ...rest })),
      }
      pages = new Map()
      terms = new Map()
      return taken
    },
  }
}

const COUNTED =
  /^\/(?:[?]|$|categories|product\/|search|cart|checkout|orders|consultant|shipping-returns|privacy|terms|contact|login|customer\/login|signup|profile)/
/** Whoever comes back from paying or from Google was here before. */
const RETURNS = /^\/(?:checkout|cart|login|customer\/login|signup|orders)/
/** Filtering and leafing is the same search. */
const FIRST_SEARCH = /^\/search(?:\.data)?\?(?:_routes=[^&]*&)?q=[^&]*(?:&region=[A-Z]{2})?$/

type Headers = IncomingMessage['headers']

function isDocument(headers: Headers): boolean {
  const wanted = headers['sec-fetch-dest']
  return wanted === undefined ? (headers.accept ?? '').includes('text/html') : wanted === 'document'
}

function isFromOutside(headers: Headers): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.referer?.split('/')[2] !== headers.host
}

const EVERY = 10_000

/** Now and then, and at the end; what can't be written down while the database is away is lost, and no page waits. */
export function writeDownCounts({ counting, db, log }: { counting: Counting; db: Db; log: Log }) {
  const write = async () => {
    const counts = counting.take()
    if (!counts.pages.length && !counts.terms.length) return
    const day = new Date().toISOString().slice(0, 10)
    await saveVisitCounts(db, day, counts).catch((error) =>
      log.warn('visits could not be written down', { error }),
    )
  }
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = write()
  }, EVERY)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
