import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type Key = { accessKeyId: string; secretAccessKey: string; region: string }

const MINUTES = 15

/** Whether a request was signed with this key for S3, as AWS Signature Version 4 has it, a moment ago, and is what was signed. */
export function isSigned(request: IncomingMessage, body: Buffer, key: Key): boolean {
  const { headers, method = '', url = '/' } = request
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const moment = String(headers['x-amz-date'])
  const scope = `${moment.slice(0, 8)}/${key.region}/s3/aws4_request`
  if (credential !== `${key.accessKeyId}/${scope}` || isOld(moment)) return false
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const signed = names.split(';')
  if (
    !signed.includes('host') ||
    Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))
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
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const signing = [...scope.split('/')].reduce<Buffer | string>(hmac, `AWS4${key.secretAccessKey}`)
  return hmac(signing, text).toString('hex') === signature
}

function isOld(moment: string): boolean {
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return !(Math.abs(Date.now() - at) < MINUTES * 60_000)
}

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
