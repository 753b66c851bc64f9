import { once } from 'node:events'
import { connect, createServer } from 'node:net'

const EXECUTE = 0x45
const QUERY = 0x51

/** A proxy in front of a database that counts statements. */
export async function startCountingProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  let count = 0
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.on(
      'data',
      messageReader((type) => (count += Number(type === EXECUTE || type === QUERY))),
    )
    client.pipe(database).pipe(client)
    for (const end of [client, database]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = typeof address === 'object' ? String(address?.port) : ''
  return { url: url.href, count: () => count, close: () => server.close() }
}

/** Reads the message types of one connection. The first message has no type. */
function messageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let typeLength = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + 4) {
      const length = rest.readInt32BE(typeLength) + typeLength
      if (rest.length < length) return
      if (typeLength) onMessage(rest[0] ?? 0)
      typeLength = 1
      rest = rest.subarray(length)
    }
  }
}
