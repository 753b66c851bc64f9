import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

// Until tracing starts (see server/tracing.ts), its spans do nothing.
const tracer = trace.getTracer('eternal-beauty')

/** W3C trace context, as in HTTP headers: `traceparent` and `tracestate`. */
export type TraceHeaders = Record<string, unknown>

export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Starts a span that `work` must end. Its parent is in the headers, if anywhere. */
export function inSpanOf<Result>(
  headers: TraceHeaders,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Result,
): Result {
  return tracer.startActiveSpan(name, options, propagation.extract(ROOT_CONTEXT, headers), work)
}

/** An error's message may be personal, so the span has only its code or type. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name = 'Error' } = error as { code?: unknown; name?: string }
  span.setAttribute('error.type', String(code ?? name)).setStatus({ code: SpanStatusCode.ERROR })
}

/** The ID of the current trace, which is also the ID of the request that began it. */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** By these headers, work elsewhere, such as a job, joins the current trace. */
export function traceHeaders(): TraceHeaders {
  const headers: TraceHeaders = {}
  propagation.inject(context.active(), headers)
  return headers
}
