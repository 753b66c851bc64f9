import { invalidInput } from '../errors.ts'

const MAX_LENGTH = 1000

/** The address as the connection will read it. */
export function parseEndpointUrl(text: string, { allowHttp }: { allowHttp: boolean }): URL {
  const trimmed = text.trim()
  if (!trimmed) throw invalidInput('url', 'Enter the address that receives the events.')
  if (trimmed.length > MAX_LENGTH)
    throw invalidInput('url', `Enter an address of at most ${MAX_LENGTH} characters.`)
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalidInput('url', 'Enter a full address, such as https://example.com/webhooks.')
  if (url.protocol === 'http:' && !allowHttp)
    throw invalidInput('url', 'Use an address that starts with https://.')
  if (url.username || url.password)
    throw invalidInput('url', 'Remove the user name and password. Deliveries are signed instead.')
  if (url.hash) throw invalidInput('url', 'Remove the part after “#”. It isn’t sent.')
  return url
}
