import { sql } from 'drizzle-orm'
import { findBrokenSeal } from '../audit/audit-log.server.ts'
import type { Check } from './check.ts'

const MIN_DISTINCT_CHARACTERS = 12

export const SECURITY_CHECKS: Check[] = [
  {
    id: 'administrator',
    title: 'Administrator',
    critical: true,
    async run({ db, settings }) {
      const { rows } = await db.execute<{ own: number; factors: number }>(sql`
        select count(*) filter (where not p.is_demo) as own, count(*) filter (where u.two_factor_enabled) as factors
        from profiles p join auth_users u on u.id = p.id where p.role = 'admin' and u.email_verified`)
      const { own = 0, factors = 0 } = rows[0] ?? {}
      if (!own) {
        return settings.demo === 'off'
          ? ['incomplete', 'Nobody runs this store yet. Use the link that the server prints at start.']
          : ['warning', 'Only the demonstration’s administrator is here, whose password everybody knows.']
      }
      return factors
        ? ['complete', 'An administrator signs in with two steps.']
        : ['warning', 'No administrator has two-step sign-in yet.']
    },
  },
  {
    id: 'demo',
    title: 'Demonstration',
    critical: false,
    run: ({ settings }) =>
      settings.demo === 'off'
        ? ['complete', 'This is no demonstration.']
        : ['warning', 'This is a demonstration: test orders cost nothing. Set STORE_DEMO=off to sell.'],
  },
  {
    id: 'secrets',
    title: 'Secrets and address',
    critical: true,
    run({ settings }) {
      const { secret } = settings
      if (secret.length < 32) return ['incomplete', 'AUTH_SECRET needs at least 32 characters.']
      if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
        return ['incomplete', 'AUTH_SECRET can be guessed. Make one by chance: openssl rand -hex 32.']
      if (settings.origin.startsWith('https:'))
        return ['complete', 'The signing key is long, and visitors come by https.']
      return [
        settings.demo === 'off' ? 'incomplete' : 'warning',
        'Visitors come without https. Put a TLS proxy in front and set PUBLIC_URL.',
      ]
    },
  },
  {
    id: 'audit',
    title: 'Log of changes',
    critical: false,
    deep: true,
    async run({ db }) {
      const broken = await findBrokenSeal({ db })
      if (broken === null) return ['complete', 'The chain of seals is whole.']
      return [
        'incomplete',
        `Entry ${broken} is not what was sealed: somebody changed the log in the database.`,
      ]
    },
  },
]
