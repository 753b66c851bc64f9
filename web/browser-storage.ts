import {
  type LocalKey,
  type ScriptCookie,
  scriptCookie,
  type TabKey,
} from '#core/browser-data/browser-data.ts'

type TypedStorage<Key extends string> = {
  getItem(key: Key): string | null
  setItem(key: Key, value: string): void
  removeItem(key: Key): void
}

/** A browser may refuse access, and the server has no storage, so these are functions. */
export const localData = (): TypedStorage<LocalKey> => localStorage
export const tabData = (): TypedStorage<TabKey> => sessionStorage

export function setScriptCookie(cookie: ScriptCookie, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on plain HTTP
  document.cookie = scriptCookie(cookie, value, location.protocol === 'https:')
}
