import {
  type DETECTED_REGION_COOKIE,
  parseRegion,
  type REGION_COOKIE,
  type RegionCode,
} from '#core/regions/regions.ts'
import { localData, setScriptCookie } from '#web/browser-storage.ts'

type RegionKey = typeof REGION_COOKIE | typeof DETECTED_REGION_COOKIE

/** Storage may be blocked or hold an invalid value. */
export function storedRegion(name: RegionKey): RegionCode | undefined {
  try {
    return parseRegion(localData().getItem(name))
  } catch {
    return undefined
  }
}

/** The cookie lets the server render the right currency from the first byte. */
export function saveRegion(name: RegionKey, region: RegionCode): void {
  // Set before local storage, whose event makes other tabs request pages with this cookie.
  setScriptCookie(name, region)
  try {
    localData().setItem(name, region)
  } catch {}
}

export function readRegionCookie(name: RegionKey): RegionCode | undefined {
  const values = ['__Host-', ''].map(
    (prefix) => new RegExp(`(?:^|; )${prefix}${name}=([^;]+)`).exec(document.cookie)?.[1],
  )
  const value = values[0] ?? values[1]
  return parseRegion(value && decodeCookie(value))
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
