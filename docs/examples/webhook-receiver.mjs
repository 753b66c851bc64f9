// Receives webhooks, verifies their signatures, and ignores repeated messages.
// WEBHOOK_SECRET=whsec_… PORT=4500 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { WEBHOOK_SECRET = '', PORT = '4500' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
const TOLERANCE_SECONDS = 5 * 60
// A real receiver remembers the IDs in its database, in the transaction that processes the message.
const processedIds = new Set()

function isAuthentic(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = String(headers['webhook-signature'] ?? '').split(' ')
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return signatures.some((signature) => {
    const actual = Buffer.from(signature)
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (!isAuthentic(request.headers, body)) return response.writeHead(401).end('The signature is wrong.')
  // Answer first, so that slow work doesn't count as a timeout.
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (processedIds.has(id)) return
  processedIds.add(id)
  const { type, data } = JSON.parse(body)
  console.log(`${type} ${data.order?.number ?? data.product?.name ?? ''}`.trim())
})

server.listen(Number(PORT), () =>
  console.log(`Listening on http://localhost:${server.address().port}/webhooks`),
)
