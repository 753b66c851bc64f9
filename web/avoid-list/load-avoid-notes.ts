import { localData } from '#web/browser-storage.ts'

/** Once React has taken over the page: it would take a note's text for a mistake of the server. */
export function loadAvoidNotes(): void {
  try {
    if (localData().getItem('avoidList'))
      import('./avoid-notes.ts').then(({ defineAvoidNotes }) => defineAvoidNotes())
  } catch {}
}
