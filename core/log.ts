import { trace } from '@opentelemetry/api'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

/** Writes one JSON line per event. Callers name each field, so that no personal data slips in. */
export function createLog(minLevel: LogLevel, write: (line: string) => void): Log {
  const writeAt =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(minLevel)) return
      const { traceId } = trace.getActiveSpan()?.spanContext() ?? {}
      const line = { time: new Date().toISOString(), level, event, traceId, ...fields }
      write(`${JSON.stringify(line, sanitize)}\n`)
    }
  return { debug: writeAt('debug'), info: writeAt('info'), warn: writeAt('warn'), error: writeAt('error') }
}

/** An error in another system’s words, which may quote names and addresses: for the owner’s eyes, not for the log. */
export class ExternalError extends Error {
  readonly code: string | undefined

  constructor(message: string, { cause, code }: { cause?: unknown; code?: string | undefined } = {}) {
    super(message, { cause })
    this.name = new.target.name
    this.code = code
  }
}

/** For places that keep errors, such as the job queue. */
export function describeError(error: unknown): string {
  if (error instanceof ExternalError) return [error.name, error.code].filter(Boolean).join(' ')
  return redactEmailAddresses(error instanceof Error ? error.message : String(error))
}

function sanitize(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return redactEmailAddresses(value)
  return value instanceof Error ? serializeError(value) : value
}

function serializeError(error: Error): object {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const { name, message, cause } = error
  if (error instanceof ExternalError) return { name, code: error.code, frames }
  const code = 'code' in error ? error.code : undefined
  const query = 'query' in error ? error.query : undefined
  // A data exception of PostgreSQL quotes the value.
  const quotesData = query !== undefined && /^22/.test(String(code))
  return { name, message: quotesData ? `data exception ${code}` : message, query, frames, cause }
}

function redactEmailAddresses(text: string): string {
  return text.replace(
    /[\p{L}\p{N}.!#$&'*+=?^_`{|}~-]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,255}/giu,
    '[email address]',
  )
}
