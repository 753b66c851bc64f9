import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createPageCache } from './cache/page-cache.ts'
import { createMetrics } from './metrics.ts'

// Prometheus adds these itself.
const OF_PROMETHEUS = ['up', 'job', 'instance']

test('the dashboard and the alerts in ops/ use metrics and labels that /metrics has', async () => {
  const metrics = createMetrics({ cache: createPageCache(0), pool: new Pool() })
  metrics.observe({ method: 'GET', route: '/product/:id', status: 200, seconds: 0.01 })
  const lines = (await metrics.read()).split('\n').filter((line) => line && !line.startsWith('#'))
  const available = new Set(lines.flatMap((line) => [metricOf(line), ...labelsOf(line)]))

  const queries = [...queriesIn('ops/grafana-dashboard.json'), ...queriesIn('ops/alerts.yml')]
  expect(queries.length).toBeGreaterThan(10)
  const used = queries.flatMap((query) => [...metricsOf(query), ...labelsOf(query), ...groupedLabels(query)])
  expect(used).toContain('http_request_seconds_bucket')
  expect(used).toContain('outcome')
  const unknown = used.filter((name) => !available.has(name) && !OF_PROMETHEUS.includes(name))
  expect(unknown).toEqual([])
})

function queriesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const pattern = file.endsWith('.json') ? /"expr": "((?:[^"\\]|\\.)*)"/g : /\bexpr: (.+)$/gm
  return [...text.matchAll(pattern)].map(([, query = '']) => query.replaceAll('\\"', '"'))
}

const metricOf = (line: string) => /^\w+/.exec(line)?.[0] ?? ''
const labelsOf = (text: string) => [...text.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label)
const groupedLabels = (query: string) =>
  [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */))

/** What remains without labels, ranges, and functions. */
function metricsOf(query: string): string[] {
  const names = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '').replaceAll(/\w+(?= *\()/g, '')
  return names.match(/\b[a-z]\w+/g) ?? []
}
