import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startHttpServer } from './raw-request.ts'

export type ReceivedWebhook = {
  id: string
  type: string
  headers: Record<string, string>
  body: string
}

/** A program that receives webhooks. `answer` decides what it does with each. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = []
  const receiver = {
    url: '',
    received,
    answer: (response: ServerResponse, _webhook: ReceivedWebhook): void => void response.writeHead(204).end(),
  }
  receiver.url = await startHttpServer(async (request, response) => {
    const body = await text(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const webhook = { id: headers['webhook-id'] ?? '', type: JSON.parse(body).type, headers, body }
    received.push(webhook)
    receiver.answer(response, webhook)
  })
  return receiver
}
