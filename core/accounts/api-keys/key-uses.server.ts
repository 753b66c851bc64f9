import type { Context } from '#core/context.ts'
import { describeError } from '#core/log.ts'
import { RETENTION } from '#core/retention.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { ipNetwork } from '../sign-in/ip-network.ts'
import { sign } from '../signature.ts'

const SAVE_INTERVAL_MS = 60_000

type KeyUse = { requests: number; network: string; savedAt: number }
type UseContext = Pick<Context, 'db' | 'log' | 'visitor' | 'settings'>

/** Counts the requests of each key in this process, and saves the counts at most once a minute. */
export function createKeyUses(interval = SAVE_INTERVAL_MS) {
  const uses = new Map<string, KeyUse>()

  async function save({ db, log }: UseContext, id: string): Promise<void> {
    const use = uses.get(id)
    if (!use?.requests) return
    const { requests, network } = use
    use.requests = 0
    use.savedAt = Date.now()
    try {
      await saveUse(db, { id, requests, network })
    } catch (error) {
      log.warn('uses of an API key not saved', { error: describeError(error) })
    }
  }

  return (ctx: UseContext, id: string): void => {
    const network = sign(`network ${ipNetwork(ctx.visitor.ipAddress)}`, ctx.settings.secret).slice(0, 16)
    const use = uses.get(id) ?? { requests: 0, network, savedAt: 0 }
    uses.set(id, { ...use, network, requests: use.requests + 1 })
    // The first request since the last save schedules the next one.
    if (use.requests) return
    const delay = Math.max(0, use.savedAt + interval - Date.now())
    if (delay) setTimeout(() => void save(ctx, id), delay).unref()
    else void save(ctx, id)
  }
}

type NewUse = { id: string; requests: number; network: string }

/** Counted in periods of ten minutes. */
function saveUse(db: Db, { id, requests, network }: NewUse): Promise<number> {
  return execute(db)`
    with used as (
      update api_keys set last_used_at = now(), last_network = ${network} where id = ${id} returning id
    ) insert into api_key_uses (key_id, started_at, requests)
      select id, date_bin('10 minutes', now(), '2000-01-01'), ${requests} from used
    on conflict (key_id, started_at) do update set requests = api_key_uses.requests + excluded.requests`
}

export async function deleteOldKeyUses(db: Db): Promise<void> {
  await execute(db)`
    delete from api_key_uses where started_at < now() - ${RETENTION.apiKeyUseDays} * interval '1 day'`
}
