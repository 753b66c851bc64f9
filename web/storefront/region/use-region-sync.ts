import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'
import { syncRegion } from './sync-region.ts'

export function useRegionSync(region: RegionCode): void {
  const { revalidate } = useRevalidator()
  const initialRegion = useRef(region)
  useEffect(() => {
    const controller = new AbortController()
    void syncRegion({
      displayedRegion: initialRegion.current,
      signal: controller.signal,
      refresh: revalidate,
    })
    return () => controller.abort()
  }, [revalidate])
}
