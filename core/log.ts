export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

/** Writes one JSON line per event. Callers name each field, so that no personal data slips in. */
export function createLog(minLevel: LogLevel, write: (line: string) => void): Log {
  const writeAt =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(minLevel)) return
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, serializeErrors)}\n`,
      )
    }
  return { debug: writeAt('debug'), info: writeAt('info'), warn: writeAt('warn'), error: writeAt('error') }
}

function serializeErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? serializeError(value) : value
}

function serializeError(error: Error): object {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const { name, cause } = error
  const query = 'query' in error ? error.query : undefined
  return { name, message: redactEmailAddresses(error.message), query, frames, cause }
}

// Mail servers name the recipient when they reject an email.
function redactEmailAddresses(message: string): string {
  return message.replace(/[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu, '[email address]')
}
