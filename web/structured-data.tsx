import { createContext, useContext } from 'react'
import type { JsonLd } from './seo.ts'

/** Only the server has the data: search engines read it in the page, and no script needs it. */
export const StructuredDataContext = createContext<readonly JsonLd[]>([])

/** Give it a key, so that it doesn't describe the page from before a navigation. */
export function StructuredData() {
  const data = useContext(StructuredDataContext).map((each) => ({
    '@context': 'https://schema.org',
    ...each,
  }))
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no markup is left in it
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
