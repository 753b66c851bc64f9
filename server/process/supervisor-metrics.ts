import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

type MetricsRequest = { ask: 'metrics'; number: number }
type MetricsReply = { metrics: string; number: number }

let lastNumber = 0

/** From a web process: the numbers of all of them. */
export function fetchClusterMetrics(): Promise<string> {
  const number = ++lastNumber
  return new Promise((resolve) => {
    const onMessage = (reply: Partial<MetricsReply>) => {
      if (reply.number !== number || reply.metrics === undefined) return
      process.off('message', onMessage)
      resolve(reply.metrics)
    }
    process.on('message', onMessage)
    process.send?.({ ask: 'metrics', number } satisfies MetricsRequest)
  })
}

/** In the supervisor: answers its web processes. */
export function serveClusterMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, request: Partial<MetricsRequest>) => {
    if (request.ask !== 'metrics' || request.number === undefined) return
    const metrics = await registry.clusterMetrics().catch((error: Error) => `# ${error.message}\n`)
    if (worker.isConnected()) worker.send({ metrics, number: request.number } satisfies MetricsReply)
  })
}
