import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { query, queryColumn, sql } from '#db/sql.ts'
import { UNUSED_DAYS } from '../accounts/api-keys/key-state.ts'
import { IS_ENDPOINT_OF_OWNERS, isCreatorOwner } from '../accounts/staff/creator-access.ts'
import { findBrokenSeal } from '../audit/audit-seals.server.ts'
import { type Check, complete, incomplete, timeAgo, warning } from './check.ts'
import { findUnknownProxy } from './unknown-proxy.server.ts'

const MIN_DISTINCT_CHARACTERS = 12

const AdminCounts = z.strictObject({ own: z.int(), factors: z.int() })

export const SECURITY_CHECKS: Check[] = [
  {
    id: 'administrator',
    title: 'Administrator',
    critical: true,
    async run({ db, settings }) {
      const [counts] = await query(db, AdminCounts)`
        select count(*) filter (where not p.is_demo) as own, count(*) filter (where f.verified) as factors
        from profiles p join auth_users u on u.id = p.id left join auth_two_factors f on f.user_id = p.id
        where p.role = 'admin' and u.email_verified`
      const { own = 0, factors = 0 } = counts ?? {}
      if (!own) {
        return settings.demo === 'off'
          ? incomplete(
              'This store has no administrator yet. Open the setup link that the server prints at startup.',
            )
          : warning('The only administrator is the demo account, whose password is public.', {
              to: 'staff',
              label: 'Invite an administrator',
            })
      }
      return factors
        ? complete('An administrator uses two-step sign-in.')
        : warning('No administrator uses two-step sign-in yet.', {
            to: 'approvals?show=settings',
            label: 'Choose who needs two-step sign-in',
          })
    },
  },
  {
    id: 'demo',
    title: 'Demo mode',
    critical: false,
    run: ({ settings }) =>
      settings.demo === 'off'
        ? complete('Demo mode is off.')
        : warning('Demo mode is on, and test orders are free. Set STORE_DEMO=off to start selling.'),
  },
  {
    id: 'secrets',
    title: 'Secrets and address',
    critical: true,
    run({ settings }) {
      const { secret } = settings
      if (secret.length < 32) return incomplete('AUTH_SECRET needs at least 32 characters.')
      if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
        return incomplete('AUTH_SECRET is easy to guess. Generate one with openssl rand -hex 32.')
      if (settings.origin.startsWith('https:'))
        return complete('AUTH_SECRET is strong, and the store uses HTTPS.')
      return [
        settings.demo === 'off' ? 'incomplete' : 'warning',
        'The store doesn’t use HTTPS. Put a TLS proxy in front of it and set PUBLIC_URL.',
      ]
    },
  },
  {
    id: 'proxy',
    title: 'Proxy',
    critical: false,
    async run(ctx) {
      if (ctx.settings.proxy) return complete('TRUST_PROXY is set.')
      const unknown = await findUnknownProxy(ctx.db)
      if (!unknown) return complete('No request has come through a proxy.')
      const setting = unknown.proxy
        ? `TRUST_PROXY=${unknown.proxy}/${isIPv6(unknown.proxy) ? 128 : 32}`
        : 'TRUST_PROXY to its address'
      return warning(
        `A request claimed to come through a proxy (${timeAgo(ctx, unknown.at)}). If a proxy is in front of the store, all visitors share the limits of one network until you set ${setting}. If not, a visitor made this up: set TRUST_PROXY=off.`,
      )
    },
  },
  {
    id: 'database-role',
    title: 'Privileges',
    critical: false,
    run: async ({ probes }) =>
      (await probes.canChangeSchema())
        ? warning(
            'The store’s database role can change tables and the audit log. Put a role that can’t in DATABASE_URL, and the owner of the tables in DATABASE_DIRECT_URL.',
          )
        : complete('The store’s database role reads and writes rows, and can’t change tables.'),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    critical: false,
    async run({ db, now }) {
      const unused = await queryColumn(db, z.string())`
        select name from api_keys where revoked_at is null and (expires_at is null or expires_at > ${now})
          and coalesce(last_used_at, created_at) < ${now}::timestamptz - ${UNUSED_DAYS} * interval '1 day'
        order by coalesce(last_used_at, created_at), id limit 6`
      if (!unused.length) return complete('Each active API key is in use.')
      return warning(
        `Not used for ${UNUSED_DAYS} days: ${firstNames(unused)}. Revoke what nothing needs, under Integrations.`,
        { to: 'integrations', label: 'Open Integrations' },
      )
    },
  },
  {
    id: 'former-staff',
    title: 'Access of former staff',
    critical: false,
    async run({ db, now }) {
      const created = await queryColumn(db, z.string())`
        (select 'API key “' || k.name || '”' from api_keys k where revoked_at is null
          and (expires_at is null or expires_at > ${now}) and not ${isCreatorOwner(sql`k.created_by`)}
        order by created_at, id limit 6)
        union all
        (select 'webhook to ' || split_part(e.url, '/', 3) from webhook_endpoints e where deleted_at is null and state = 'active'
          and not ${IS_ENDPOINT_OF_OWNERS} order by created_at, id limit 6)`
      if (!created.length) return complete('Each active API key and webhook is an owner’s.')
      return warning(
        `Created by someone who is no longer an owner and may still know the secret: ${firstNames(created)}. Under Integrations, revoke the key, or create a new signing secret for the webhook.`,
        { to: 'integrations', label: 'Open Integrations' },
      )
    },
  },
  {
    id: 'audit',
    title: 'Audit log',
    critical: false,
    deep: true,
    async run({ db, settings }) {
      const broken = await findBrokenSeal({ db, settings })
      if (broken === null) return complete('Log verified.')
      return incomplete(`Entry ${broken} doesn’t match its seal: the log was changed in the database.`, {
        to: 'audit',
        label: 'Open the audit log',
      })
    },
  },
]

const MOST_NAMES = 5

const firstNames = (names: string[]) =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', and others' : '')
