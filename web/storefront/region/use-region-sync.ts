import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'

/** Loads its code after hydration, so that it doesn't delay the page. */
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
