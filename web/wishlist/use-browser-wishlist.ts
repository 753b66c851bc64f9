import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { uniqueProductIds } from '#core/wishlist/wishlist.ts'
import { useToast } from '#web/ui/toast/toast.tsx'
import {
  mergeBrowserWishlist,
  onBrowserWishlistChange,
  readBrowserWishlist,
  saveBrowserWish,
} from './browser-wishlist.ts'

/** Undefined until scripts have read it. Adds the product that a heart sent here before scripts had loaded. */
export function useBrowserWishlist(): string[] | undefined {
  const [ids, setIds] = useState<string[]>()
  const [params, setParams] = useSearchParams()
  const showToast = useToast()
  const added = params.get('add')
  useEffect(() => {
    const read = () => setIds(readBrowserWishlist())
    read()
    return onBrowserWishlistChange(read)
  }, [])
  useEffect(() => {
    if (added === null) return
    try {
      for (const id of uniqueProductIds([added])) saveBrowserWish(id, true)
    } catch (error) {
      const description = error instanceof Refusal ? error.message : 'Your browser doesn’t let us save it.'
      showToast({ title: 'Not saved', description, tone: 'destructive' })
    }
    setParams({}, { replace: true })
  }, [added, setParams, showToast])
  return ids
}

/** Adds what the browser has from before the customer signed in. Returns whether that is still to be done. */
export function useMergedWishlist(isSignedIn: boolean): boolean {
  const [isMerging, setMerging] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isSignedIn || !readBrowserWishlist().length) return
    setMerging(true)
    mergeBrowserWishlist()
      .then(() => revalidate())
      .catch(() => {})
      .finally(() => setMerging(false))
  }, [isSignedIn, revalidate])
  return isMerging
}
