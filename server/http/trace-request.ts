import type { IncomingMessage } from 'node:http'
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { inSpanOf } from '#db/tracing.ts'
import type { ClientInfo } from './client-address.ts'

/** Joins the trace of a trusted proxy. Others could mix theirs with ours, so they begin a new one. */
export function traceRequest<Result>(
  incoming: IncomingMessage,
  client: ClientInfo,
  work: (span: Span) => Result,
): Result {
  const parent = client.trusted ? incoming.headers : {}
  return inSpanOf(parent, incoming.method ?? 'GET', { kind: SpanKind.SERVER }, work)
}

type ServedRequest = { method: string; route: string; path: string; status: number }

export function endRequestSpan(span: Span, { method, route, path, status }: ServedRequest): void {
  span.updateName(`${method} ${route}`).setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'url.path': path,
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
