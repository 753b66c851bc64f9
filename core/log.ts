export const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof LEVELS)[number]
export type Log = Record<Level, (event: string, facts?: Record<string, unknown>) => void>

/** One JSON line per event. Facts are named one by one by the caller, so that nothing personal slips in. */
export function createLog(lowest: Level, write: (line: string) => void): Log {
  const at =
    (level: Level) =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }, plainErrors)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? plainError(value) : value
}

// A failed query's message ends with what it was asked with: addresses, tokens. Its text and its cause say enough.
function plainError(error: Error): object {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const { name, cause } = error
  if (!('params' in error && 'query' in error)) return { name, message: error.message, frames, cause }
  return { name, query: error.query, frames, cause }
}
