import { createContext, useContext } from 'react'

/** JSON, on the server only: search engines read it in the page, and no script needs it. */
export const StructuredDataContext = createContext('[]')

/** Give it a key, so that it doesn't describe the page from before a navigation. */
export function StructuredData() {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without markup, see `structuredDataJson`
      dangerouslySetInnerHTML={{ __html: useContext(StructuredDataContext) }}
    />
  )
}
