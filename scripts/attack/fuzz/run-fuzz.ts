import { spawnSync } from 'node:child_process'

/** `npm run attack -- fuzz [requests] [seed] [operations]`: requests for each operation and role, to the built store. */
export function runFuzz([count = '300', seed = '16', only = '.']: string[]): boolean {
  const env = { ...process.env, FUZZ_COUNT: count, FUZZ_SEED: seed, FUZZ_ONLY: only }
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'scripts/attack/fuzz']
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0
}
