import { createContext, useContext } from 'react'

/** The number under which the logs know this request; known while rendering on the server, read off the page after. */
export const RequestId = createContext('')

export function RequestNumber() {
  const id = useContext(RequestId)
  const shown =
    id || (typeof document === 'undefined' ? '' : document.querySelector('[data-request]')?.textContent)
  return (
    <code data-request suppressHydrationWarning>
      {shown}
    </code>
  )
}
