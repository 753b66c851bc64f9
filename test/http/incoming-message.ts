import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

type IncomingMessageOptions = {
  method?: string
  url?: string
  from?: string
  headers?: Record<string, string>
}

/** Header names must be lowercase, as Node delivers them. */
export function buildIncomingMessage({
  method = 'GET',
  url = '/',
  from = '127.0.0.1',
  headers = {},
}: IncomingMessageOptions = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: from })
  return Object.assign(new IncomingMessage(socket), { method, url, headers })
}
