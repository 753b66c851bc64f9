import { createContext, useContext } from 'react'

/** The number under which the logs know this request; known while rendering on the server, read off the page after. */
export const RequestIdContext = createContext('')

export function RequestIdText() {
  const id = useContext(RequestIdContext)
  const text =
    id || (typeof document === 'undefined' ? '' : document.querySelector('[data-request-id]')?.textContent)
  return (
    <code data-request-id suppressHydrationWarning>
      {text}
    </code>
  )
}
