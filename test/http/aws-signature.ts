import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type SigningKey = { accessKeyId: string; secretAccessKey: string; region: string }

const MAX_AGE_MINUTES = 15

/** Checks a recent AWS Signature Version 4 for S3, including the hash of the body. */
export function isSigned(request: IncomingMessage, body: Buffer, key: SigningKey): boolean {
  const { headers, method = '', url = '/' } = request
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const timestamp = String(headers['x-amz-date'])
  const scope = `${timestamp.slice(0, 8)}/${key.region}/s3/aws4_request`
  if (credential !== `${key.accessKeyId}/${scope}` || isExpired(timestamp)) return false
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const signedHeaders = names.split(';')
  if (
    !signedHeaders.includes('host') ||
    Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name))
  )
    return false
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    payload,
  ].join('\n')
  const stringToSign = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  const signingKey = [...scope.split('/')].reduce<Buffer | string>(hmac, `AWS4${key.secretAccessKey}`)
  return hmac(signingKey, stringToSign).toString('hex') === signature
}

function isExpired(timestamp: string): boolean {
  const signedAt = Date.parse(
    timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  return !(Math.abs(Date.now() - signedAt) < MAX_AGE_MINUTES * 60_000)
}

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
