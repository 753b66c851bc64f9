import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'

/** Keeps the page in the currency of whoever reads it. It comes after everything else, and delays nothing. */
export function useRegion(shown: RegionCode): void {
  const { revalidate } = useRevalidator()
  const first = useRef(shown)
  useEffect(() => {
    const leaving = new AbortController()
    import('./region-keeper.ts').then(({ keepRegionTrue }) =>
      keepRegionTrue({ shown: first.current, signal: leaving.signal, refresh: revalidate }),
    )
    return () => leaving.abort()
  }, [revalidate])
}
