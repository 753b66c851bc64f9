import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { Log, LogLevel } from '#core/log.ts'

/** A log reader may stop before the store does. Its lines are then dropped, and the store keeps serving. */
export function surviveLostLogReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Libraries write to the console. Their messages become events, so every line of the log is JSON. */
export function logConsole(log: Log): void {
  globalThis.console = new Console({ stdout: eventStream(log, 'info'), stderr: eventStream(log, 'warn') })
}

function eventStream(log: Log, level: LogLevel): Writable {
  return new Writable({
    decodeStrings: false,
    write(message: string, _encoding, done) {
      log[level]('console message', { message: message.trimEnd() })
      done()
    },
  })
}
