import { createContext, useContext } from 'react'

/** The request's ID in the logs. Only the server knows it, so hydration reads it from the page. */
export const RequestIdContext = createContext('')

/** Renders nothing if no response came, because then there is no ID. */
export function RequestId({ label, className }: { label: string; className: string }) {
  const id = useContext(RequestIdContext)
  const text =
    id || (typeof document === 'undefined' ? '' : document.querySelector('[data-request-id]')?.textContent)
  return text ? (
    <p className={className}>
      {label}{' '}
      <code data-request-id suppressHydrationWarning>
        {text}
      </code>
    </p>
  ) : null
}
