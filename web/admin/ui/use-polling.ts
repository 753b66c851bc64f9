import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const INTERVAL_MS = 2000

/** Hidden tabs don't poll. */
export function usePolling(enabled: boolean, intervalMs = INTERVAL_MS): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [enabled, intervalMs, revalidate])
}
