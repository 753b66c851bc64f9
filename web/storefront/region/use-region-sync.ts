import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'

/** Keeps the page in the currency of whoever reads it. It comes after everything else, and delays nothing. */
export function useRegionSync(region: RegionCode): void {
  const { revalidate } = useRevalidator()
  const initialRegion = useRef(region)
  useEffect(() => {
    const controller = new AbortController()
    import('./sync-region.ts').then(({ syncRegion }) =>
      syncRegion({
        displayedRegion: initialRegion.current,
        signal: controller.signal,
        refresh: revalidate,
      }),
    )
    return () => controller.abort()
  }, [revalidate])
}
