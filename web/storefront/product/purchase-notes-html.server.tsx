import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PurchaseNotes } from './purchase-notes.tsx'

/** Only the server renders them, so that the page has no scripts for them. */
export function purchaseNotesHtml(notes: ComponentProps<typeof PurchaseNotes>): string {
  return renderToStaticMarkup(<PurchaseNotes {...notes} />)
}
