import { Hono } from 'hono'
import { isSame } from '#core/accounts/signature.ts'
import type { Connection } from '#db/connection.ts'
import { type Config, isLoopback } from '#server/config.ts'
import type { AppEnv } from '../app-env.ts'
import type { Metrics } from '../metrics.ts'

type HealthRouteOptions = { config: Config; connection: Connection; metrics: Metrics }

export function healthRoutes({ config, connection, metrics }: HealthRouteOptions) {
  const routes = new Hono<AppEnv>()
  routes.get('/health/live', (c) => c.json({ live: true }))
  routes.get('/health/ready', async (c) => {
    const isReady = await isDatabaseReachable(connection)
    return c.json({ ready: isReady }, isReady ? 200 : 503)
  })
  routes.get('/metrics', async (c) => {
    const { client } = c.env.requestInfo
    const isLocal = isLoopback(client.address) && !client.forwarded && !config.TRUST_PROXY?.length
    const hasToken =
      config.METRICS_TOKEN && isSame(`Bearer ${config.METRICS_TOKEN}`, c.req.header('authorization') ?? '')
    if (!isLocal && !hasToken) return c.text('Metrics require the token set in METRICS_TOKEN.', 401)
    return c.body(await metrics.read(), 200, { 'content-type': metrics.register.contentType })
  })
  return routes
}

export function isDatabaseReachable({ pool }: Connection): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
