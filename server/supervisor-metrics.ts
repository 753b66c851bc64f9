import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

type Question = { ask: 'metrics'; number: number }
type Reply = { metrics: string; number: number }

let questions = 0

/** From a web process: the numbers of all of them. */
export function askSupervisor(): Promise<string> {
  const number = ++questions
  return new Promise((resolve) => {
    const hear = (reply: Partial<Reply>) => {
      if (reply.number !== number || reply.metrics === undefined) return
      process.off('message', hear)
      resolve(reply.metrics)
    }
    process.on('message', hear)
    process.send?.({ ask: 'metrics', number } satisfies Question)
  })
}

/** In the supervisor: answers its web processes. */
export function answerForAll(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, question: Partial<Question>) => {
    if (question.ask !== 'metrics' || question.number === undefined) return
    const metrics = await registry.clusterMetrics().catch((error: Error) => `# ${error.message}\n`)
    if (worker.isConnected()) worker.send({ metrics, number: question.number } satisfies Reply)
  })
}
