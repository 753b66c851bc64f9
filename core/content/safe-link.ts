const MAX_LENGTH = 2000

export const SAFE_LINK_HINT =
  'Use a web address (https://…), an email address (mailto:…), a phone number (tel:…), or a page of this store (/contact).'

/** Browsers ignore tabs and line breaks in URLs and read `\` as `/`, so a link has none of them. */
const UNSAFE_CHARACTERS = /[\s\\<>"'`\p{Cc}\p{Cf}\p{Cs}]/u

export function isSafeLink(link: string): boolean {
  if (!link || link.length > MAX_LENGTH || UNSAFE_CHARACTERS.test(link)) return false
  if (link.startsWith('/')) return isStorePath(link)
  if (/^https?:\/\//i.test(link)) return isWebAddress(link)
  if (/^mailto:/i.test(link)) return /^mailto:[^@?]+@(?:[^@?.]+\.)+[^@?.]+(?:\?[^@]*)?$/i.test(link)
  return /^tel:\+?[0-9().-]{3,30}$/i.test(link)
}

export function isStorePath(link: string): boolean {
  if (!link.startsWith('/') || link.startsWith('//') || UNSAFE_CHARACTERS.test(link)) return false
  const base = 'https://store.invalid'
  return URL.canParse(link, base) && new URL(link, base).origin === base
}

/** Completes what people type: `example.com` becomes `https://example.com`. Null if it can't be a safe link. */
export function completeLink(typed: string): string | null {
  const text = typed.trim()
  const candidates = [text]
  if (/^[^@\s/:]+@(?:[^@\s/:.]+\.)+[^@\s/:.]+$/.test(text)) candidates.push(`mailto:${text}`)
  else if (/^\+?[0-9][0-9 ().-]{4,}$/.test(text)) candidates.push(`tel:${text.replaceAll(' ', '')}`)
  else if (/^(?:[^\s/:@.?#]+\.)+[a-z]{2,}(?:[/?#].*)?$/i.test(text)) candidates.push(`https://${text}`)
  return candidates.find(isSafeLink) ?? null
}

function isWebAddress(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { hostname, username, password } = new URL(link)
  return hostname !== '' && !username && !password
}
