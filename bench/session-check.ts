import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { findTokenSession } from '#core/accounts/sessions/token-session.server.ts'
import { createLog } from '#core/log.ts'
import { connect } from '#db/connection.ts'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { signInCustomers } from './customers.ts'

/** `NODE_ENV=production node bench/session-check.ts`: what each signed-in request pays to know who sent it. */
const CUSTOMERS = 500
const ROUNDS = 7
const CHECKS = 4000

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const postgres = await startEmbeddedPostgres(folder)
await migrate(postgres.url, 'db/migrations', { schema: 'db/schema' })
await runMigrations({ connectionString: postgres.url })
const connection = connect({ url: postgres.url, max: 1 })
const tokens = await signInCustomers(connection.db, CUSTOMERS)
const context = {
  db: connection.db,
  log: createLog('error', () => {}),
  requestId: 'bench',
  visitor: { ipAddress: '127.0.0.1' },
  settings: { requireSecondFactor: true, secret: 'bench' },
}

async function measureRound(): Promise<{ wall: number; cpu: number }> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  for (let check = 0; check < CHECKS; check++) {
    const session = await findTokenSession(
      { ...context, now: new Date() },
      tokens[check % CUSTOMERS] ?? '',
      'access',
    )
    if (!session) throw new Error('The session was not found')
  }
  const { user, system } = process.cpuUsage(cpu)
  return { wall: (performance.now() - wall) / CHECKS, cpu: (user + system) / 1000 / CHECKS }
}

await measureRound()
const rounds = []
for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound())
for (const kind of ['wall', 'cpu'] as const) {
  const times = rounds.map((round) => round[kind]).toSorted((first, second) => first - second)
  const [fastest = 0, median = 0] = [times[0], times[Math.floor(ROUNDS / 2)]]
  console.log(`${kind}: median ${median.toFixed(3)} ms, fastest round ${fastest.toFixed(3)} ms`)
}

await connection.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
