import { chromium } from '@playwright/test'
import { findBrowser } from '#scripts/find-browser.ts'
import { freePort } from '#test/processes/running-store.ts'
import { startBenchStore } from '../bench-store.ts'
import { waitForIdleJobs } from '../wait-for-jobs.ts'
import { installLighthouse, type Measurement, measurePage } from './lighthouse.ts'

/**
 * What a shopper on a phone waits for: Lighthouse's mobile setting (a slow 4G line, a processor four times slower), the
 * median of BENCH_RUNS runs. `BENCH_URL` measures a store that runs already.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const PAGES = { home: '/', categories: '/categories', product: undefined, search: '/search?q=rose' }

installLighthouse()
const store = process.env.BENCH_URL ? undefined : await startBenchStore()
if (store) await waitForIdleJobs(store.connection.pool)
const url = process.env.BENCH_URL ?? store?.url() ?? ''
const port = await freePort()
// Lighthouse reads trace events that Playwright's defaults would turn off.
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [`--remote-debugging-port=${port}`, '--disable-quic', '--no-first-run'],
  chromiumSandbox: process.getuid?.() !== 0,
})
const results: Record<string, string | number>[] = []
try {
  for (const [page, path = await firstProduct()] of Object.entries(PAGES)) {
    const runs: Measurement[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measurePage(new URL(path, url).href, port))
    const { score, lcp, fcp, cls, tbt, bytes } = median(runs)
    results.push({
      page,
      score,
      'LCP s': (lcp / 1000).toFixed(2),
      'FCP s': (fcp / 1000).toFixed(2),
      CLS: cls.toFixed(3),
      'TBT ms': Math.round(tbt),
      ...Object.fromEntries(
        Object.entries(bytes).map(([type, size]) => [`${type} kB`, (size / 1000).toFixed(1)]),
      ),
    })
  }
} finally {
  await browser.close()
  await store?.close()
}
console.table(results)

async function firstProduct(): Promise<string> {
  const response = await fetch(new URL('/api/v1/products?limit=1', url))
  const { data: products } = (await response.json()) as { data: { slug: string }[] }
  return `/product/${products[0]?.slug}`
}

/** The run with the median LCP, so that its numbers belong together. */
function median(runs: Measurement[]): Measurement {
  const run = runs.toSorted((one, other) => one.lcp - other.lcp)[Math.floor(runs.length / 2)]
  if (!run) throw new Error('No runs')
  return run
}
