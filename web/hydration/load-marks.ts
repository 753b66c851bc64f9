import { localData } from '../browser-storage.ts'

/** Marks of the shopper's lists, once React has taken over the page: it would take them for a mistake of the server. */
export function loadMarks(): void {
  try {
    if (localData().getItem('avoidList'))
      import('../avoid-list/avoid-notes.ts').then(({ defineAvoidNotes }) => defineAvoidNotes())
    if (localData().getItem('wishlist'))
      import('../wishlist/hearts.ts').then(({ showBrowserHearts }) => showBrowserHearts())
  } catch {}
}
