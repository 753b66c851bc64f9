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
// It only adds a page for lost connections, so it can wait, and a browser that refuses it needs no message.
setTimeout(() => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}), 5000)
