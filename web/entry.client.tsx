import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
// It only adds a page for lost connections, so a browser that refuses it needs no message.
void navigator.serviceWorker?.register('/service-worker.js').catch(() => {})
