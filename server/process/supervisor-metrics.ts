import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

type MetricsRequest = { type: 'metrics'; id: number }
type MetricsReply = { metrics: string; id: number }

let lastId = 0

export function fetchClusterMetrics(): Promise<string> {
  const id = ++lastId
  return new Promise((resolve) => {
    const onMessage = (reply: Partial<MetricsReply>) => {
      if (reply.id !== id || reply.metrics === undefined) return
      process.off('message', onMessage)
      resolve(reply.metrics)
    }
    process.on('message', onMessage)
    process.send?.({ type: 'metrics', id } satisfies MetricsRequest)
  })
}

export function serveClusterMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, request: Partial<MetricsRequest>) => {
    if (request.type !== 'metrics' || request.id === undefined) return
    const metrics = await registry.clusterMetrics().catch((error: Error) => `# ${error.message}\n`)
    if (worker.isConnected()) worker.send({ metrics, id: request.id } satisfies MetricsReply)
  })
}
