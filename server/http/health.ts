import { Hono } from 'hono'
import type { Connection } from '#db/connection.ts'
import { type Config, isLoopback } from '../config.ts'
import type { Metrics } from './metrics.ts'
import type { ShellEnv } from './shell.ts'

type Parts = { config: Config; connection: Connection; metrics: Metrics }

export function healthRoutes({ config, connection, metrics }: Parts) {
  const routes = new Hono<ShellEnv>()
  routes.get('/health/live', (c) => c.json({ live: true }))
  routes.get('/health/ready', async (c) => {
    const ready = await connection.pool.query('select 1').then(
      () => true,
      () => false,
    )
    return c.json({ ready }, ready ? 200 : 503)
  })
  routes.get('/metrics', async (c) => {
    const { client } = c.env.call
    const near = isLoopback(client.address) && !client.forwarded && !config.TRUST_PROXY
    const bearer = config.METRICS_TOKEN && c.req.header('authorization') === `Bearer ${config.METRICS_TOKEN}`
    if (!near && !bearer) return c.text('Metrics need the token.', 401)
    return c.body(await metrics.read(), 200, { 'content-type': metrics.register.contentType })
  })
  return routes
}
