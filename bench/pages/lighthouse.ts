import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { z } from 'zod'

const FOLDER = path.resolve('bench/lighthouse')

/** Lighthouse and its 113 packages take 176 MB, so only this benchmark installs them, at locked versions. */
export function installLighthouse(): void {
  const args = ['ci', '--ignore-scripts', '--loglevel=error']
  const options = { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' } as const
  if (spawnSync('npm', args, options).status !== 0) throw new Error('Lighthouse could not be installed.')
}

const Metric = z.object({ numericValue: z.number() })
const Resource = z.object({ resourceType: z.string(), transferSize: z.number() })
const Report = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'largest-contentful-paint': Metric,
    'first-contentful-paint': Metric,
    'cumulative-layout-shift': Metric,
    'total-blocking-time': Metric,
    'resource-summary': z.object({ details: z.object({ items: z.array(Resource) }) }),
  }),
})

export type Measurement = {
  score: number
  lcp: number
  fcp: number
  cls: number
  tbt: number
  bytes: Record<string, number>
}

/** In the browser with this debugging port. */
export async function measurePage(url: string, port: number): Promise<Measurement> {
  const args = [path.join(FOLDER, 'audit.mjs'), url, String(port)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  const { audits, categories } = Report.parse(JSON.parse(stdout))
  const resources = audits['resource-summary'].details.items
  return {
    score: Math.round(categories.performance.score * 100),
    lcp: audits['largest-contentful-paint'].numericValue,
    fcp: audits['first-contentful-paint'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    bytes: Object.fromEntries(
      ['total', 'script', 'image', 'stylesheet', 'font', 'document'].map((type) => [
        type,
        resources.find(({ resourceType }) => resourceType === type)?.transferSize ?? 0,
      ]),
    ),
  }
}
