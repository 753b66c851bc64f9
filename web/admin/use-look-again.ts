import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY = 2000

/** While something goes on by itself, the page is loaded anew every two seconds, unless nobody looks at it. */
export function useLookAgain(goesOn: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, EVERY)
    return () => clearInterval(timer)
  }, [goesOn, revalidate])
}
