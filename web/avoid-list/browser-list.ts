import {
  type AvoidList,
  EMPTY_AVOID_LIST,
  isEmptyList,
  parseStoredList,
} from '#core/customers/avoid-list/avoid-list.ts'
import { localData } from '#web/browser-storage.ts'

const KEY = 'avoidList'
/** In this tab. Other tabs get the storage event. */
const CHANGE = 'avoid-list'

/** A guest's list. It is never sent to the store. */
export function readBrowserList(): AvoidList {
  try {
    return parseStoredList(localData().getItem(KEY))
  } catch {
    return EMPTY_AVOID_LIST
  }
}

/** Throws if the browser refuses. */
export function saveBrowserList(list: AvoidList): void {
  if (isEmptyList(list)) localData().removeItem(KEY)
  else localData().setItem(KEY, JSON.stringify(list))
  dispatchEvent(new Event(CHANGE))
}

export function onBrowserListChange(listener: () => void, signal: AbortSignal): void {
  addEventListener(CHANGE, listener, { signal })
  addEventListener('storage', ({ key }) => (key === KEY || key === null) && listener(), { signal })
}
