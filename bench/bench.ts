import process from 'node:process'

/** `npm run bench` measures; `npm run bench -- faults` does harm to a store, and looks whether its books stay straight. */
const PARTS: Record<string, () => Promise<unknown>> = {
  speed: () => import('./speed.ts'),
  buying: () => import('./buying.ts'),
  faults: () => import('./faults.ts'),
  office: () => import('./office.ts'),
}

const asked = process.argv[2]
for (const name of asked === undefined ? ['speed', 'buying'] : [asked]) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no bench of ${name}, but of ${Object.keys(PARTS).join(', ')}.`)
  await part()
}
