import { createContext, useContext } from 'react'

/** The request's ID in the logs. Only the server knows it, so hydration reads it from the page. */
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
