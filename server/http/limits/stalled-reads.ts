import type { Server } from 'node:http'

// A slow phone takes seconds to drain the system's buffers. Node looks whether bytes were sent when the timer ends, so a
// client that accepts none is disconnected after this time or twice as long.
const STALL_MILLISECONDS = 30_000

/** Disconnects a client that accepts no bytes of its response. */
export function limitStalledReads(server: Server, milliseconds = STALL_MILLISECONDS): void {
  server.prependListener('request', (_incoming, outgoing) => {
    outgoing.setTimeout(milliseconds, () => {
      // Otherwise the client waits for us.
      if (outgoing.writableLength > 0) outgoing.destroy()
    })
  })
}
