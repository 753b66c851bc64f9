import { SpanKind } from '@opentelemetry/api'
import { failSpan, inSpanOf, type TraceHeaders } from '#db/tracing.ts'

/** A job belongs to the trace of the request that enqueued it. */
export function traceJob(name: string, headers: TraceHeaders, work: () => Promise<void>): Promise<void> {
  return inSpanOf(headers, `job ${name}`, { kind: SpanKind.CONSUMER }, async (span) => {
    try {
      await work()
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}
