import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { encodingFor } from './response.ts'
import { SUBRESOURCE_HEADERS, transportSecurity, withSecurityHeaders } from './security-headers.ts'

type Asset = { type: string; immutable: boolean; bodies: { br?: Buffer; gzip?: Buffer; identity: Buffer } }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

// API clients on other sites show a product's placeholder too.
const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' }

export type Assets = { serve(request: IncomingMessage, response: ServerResponse, path: string): boolean }

/** Holds all assets and their compressed versions in memory, so no request reads or compresses a file. */
export function loadAssets(folder: string, { overTls }: { overTls: boolean }): Assets {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const type = TYPES[path.extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const urlPath = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`
    const bodies = {
      identity: readFileSync(file),
      br: readIfExists(`${file}.br`),
      gzip: readIfExists(`${file}.gz`),
    }
    assets.set(urlPath, { type, bodies, immutable: urlPath.startsWith('/assets/') })
  }

  return {
    serve(request, response, urlPath) {
      const asset = assets.get(urlPath)
      if (!asset || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const encoding = encodingFor(request)
      const compressed = encoding === 'identity' ? undefined : asset.bodies[encoding]
      const body = compressed ?? asset.bodies.identity
      const headers = {
        ...(urlPath.startsWith('/media/') ? CROSS_ORIGIN : {}),
        'content-type': asset.type,
        'content-length': String(body.length),
        'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        vary: 'accept-encoding',
        ...(compressed ? { 'content-encoding': encoding } : {}),
      }
      const isSubresource = asset.immutable && !asset.type.startsWith('image/svg')
      response.writeHead(
        200,
        isSubresource
          ? { ...SUBRESOURCE_HEADERS, ...transportSecurity(overTls), ...headers }
          : withSecurityHeaders(headers, overTls),
      )
      response.end(request.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
