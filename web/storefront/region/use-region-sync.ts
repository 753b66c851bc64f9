import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { RegionCode } from '#core/regions/regions.ts'
import { syncRegion } from './sync-region.ts'

export function useRegionSync(region: RegionCode, regions: RegionCode[]): void {
  const { revalidate } = useRevalidator()
  const initial = useRef({ displayedRegion: region, regions })
  useEffect(() => {
    const controller = new AbortController()
    void syncRegion({
      ...initial.current,
      signal: controller.signal,
      refresh: revalidate,
    })
    return () => controller.abort()
  }, [revalidate])
}
