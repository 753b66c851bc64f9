import process from 'node:process'

/** `npm run bench` measures performance. `npm run bench -- faults` breaks a store and checks that its books stay balanced. */
const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  speed: () => import('./speed.ts'),
  buying: () => import('./buying/buying.ts'),
  faults: () => import('./faults.ts'),
  admin: () => import('./admin.ts'),
  catalog: () => import('./catalog.ts'),
  latency: () => import('./latency.ts'),
  imports: () => import('./imports.ts'),
  memory: () => import('./memory.ts'),
  cliffs: () => import('./cliffs.ts'),
  waits: () => import('./waits.ts'),
  pages: () => import('./pages/pages.ts'),
  cluster: () => import('./cluster.ts'),
}

const requestedName = process.argv[2]
for (const name of requestedName === undefined ? ['speed', 'buying'] : [requestedName]) {
  const benchmark = BENCHMARKS[name]
  if (!benchmark)
    throw new Error(`Unknown benchmark ${name}. Use one of ${Object.keys(BENCHMARKS).join(', ')}.`)
  await benchmark()
}
