import {
  type DETECTED_REGION_COOKIE,
  parseRegion,
  type REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'

type RegionKey = typeof REGION_COOKIE | typeof DETECTED_REGION_COOKIE

const ONE_YEAR_SECONDS = 31_536_000

/** What the browser keeps; a browser that keeps nothing, or nonsense, has none. */
export function storedRegion(name: RegionKey): RegionCode | undefined {
  try {
    return parseRegion(localStorage.getItem(name))
  } catch {
    return undefined
  }
}

/** Kept for the page, and in a cookie so that the server's first byte has the right currency from now on. */
export function saveRegion(name: RegionKey, region: RegionCode): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // Before the storage, which tells the other tabs: they ask the server with it.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet, nor on plain http
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
