import {
  type DETECTED_REGION_COOKIE,
  parseRegion,
  type REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'

type RegionKey = typeof REGION_COOKIE | typeof DETECTED_REGION_COOKIE

const ONE_YEAR_SECONDS = 31_536_000

/** Storage may be blocked or hold an invalid value. */
export function storedRegion(name: RegionKey): RegionCode | undefined {
  try {
    return parseRegion(localStorage.getItem(name))
  } catch {
    return undefined
  }
}

/** The cookie lets the server render the right currency from the first byte. */
export function saveRegion(name: RegionKey, region: RegionCode): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Set before localStorage, whose event makes other tabs request pages with this cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on plain HTTP
  document.cookie = `${name}=${region}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`
  try {
    localStorage.setItem(name, region)
  } catch {}
}

export function readRegionCookie(name: RegionKey): RegionCode | undefined {
  const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1]
  return parseRegion(value && decodeCookie(value))
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
