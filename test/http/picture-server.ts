import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { startHttpServer } from './raw-request.ts'

/** A server of pictures: each path has one of its own color. `answer` decides what some paths return instead. */
export async function startPictureServer() {
  const requested: string[] = []
  const server = {
    url: '',
    requested,
    answer: (_request: IncomingMessage, _response: ServerResponse): boolean => false,
  }
  server.url = await startHttpServer(async (request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    if (server.answer(request, response)) return
    response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf(path))
  })
  return server
}

export function pictureOf(seed: string): Promise<Buffer> {
  const background = `#${hash('sha256', seed).slice(0, 6)}`
  return sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .png()
    .toBuffer()
}
