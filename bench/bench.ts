import process from 'node:process'

/** `npm run bench` measures; `npm run bench -- faults` does harm to a store, and looks whether its books stay straight. */
const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  speed: () => import('./speed.ts'),
  buying: () => import('./buying.ts'),
  faults: () => import('./faults.ts'),
  admin: () => import('./admin.ts'),
}

const requestedName = process.argv[2]
for (const name of requestedName === undefined ? ['speed', 'buying'] : [requestedName]) {
  const benchmark = BENCHMARKS[name]
  if (!benchmark)
    throw new Error(`There is no bench of ${name}, but of ${Object.keys(BENCHMARKS).join(', ')}.`)
  await benchmark()
}
