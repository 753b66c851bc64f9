import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import type { Log } from '#core/log.ts'
import type { Config } from './config.ts'

export type Tracing = { stop(): Promise<void> }

const EXPORT_TIMEOUT = 5000
// A collector that doesn't respond must not delay an exit for longer.
const STOP_TIMEOUT = 2000

/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT. Without it, none are recorded, and the SDK isn't loaded. */
export async function startTracing(config: Config, log: Log): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (!endpoint) return { stop: async () => {} }
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, exporters, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  const report = (message: string) => log.warn('tracing', { message })
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  )
  const exporter = new exporters.OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: EXPORT_TIMEOUT,
  })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'eternal-beauty',
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    async stop() {
      const flushed = provider.shutdown().catch((error) => log.warn('traces not sent', { error }))
      await Promise.race([flushed, sleep(STOP_TIMEOUT, undefined, { ref: false })])
    },
  }
}
