import { setTimeout as sleep } from 'node:timers/promises'
import { runTool, type Target, type Tool, type ToolRun } from './tool.ts'

const SECONDS = 40
const PROBE_LIMIT_MS = 5000
const COMMON = ['-c', '800', '-r', '200', '-i', '10', '-l', String(SECONDS), '-p', '5']
const MODES: [string, string, (url: string) => string[]][] = [
  ['slow headers', '/', (url) => ['-H', ...COMMON, '-u', url]],
  ['slow body', '/login', (url) => ['-B', ...COMMON, '-s', '8192', '-u', url]],
  [
    'slow read',
    '/api/openapi.json',
    (url) => ['-X', ...COMMON, '-k', '3', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-u', url],
  ],
]

/** From loopback, which the limit of connections per network exempts: the hardest case. */
export const slowhttptest: Tool = {
  name: 'slowhttptest',
  package: 'slowhttptest',
  version: ['slowhttptest', ['-h'], /version [\d.]+/],
  async run(target) {
    if (target.rateLimits) return []
    const runs: ToolRun[] = []
    for (const [title, path, args] of MODES) runs.push(await attack(target, title, args(target.url + path)))
    return runs
  },
}

async function attack({ url }: Target, title: string, args: string[]): Promise<ToolRun> {
  const attackRun = runTool('slowhttptest', args, (SECONDS + 60) * 1000)
  const deadline = performance.now() + SECONDS * 1000
  let slowest = 0
  let failures = 0
  while (performance.now() < deadline) {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
    await fetch(`${url}/api/v1/region`, { signal }).then(
      (response) => response.text(),
      () => failures++,
    )
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(500)
  }
  const { command } = await attackRun
  const findings = failures ? [`${title}: ${failures} other requests failed or took over 5 s`] : []
  return { title: `${title}; slowest other request ${Math.round(slowest)} ms`, command, findings }
}
