import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

type IncomingMessageOptions = {
  method?: string
  url?: string
  from?: string
  headers?: Record<string, string>
}

/** The head of a request as Node hands it over; names of headers are written in lower case. */
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
