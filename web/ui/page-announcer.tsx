import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Tells screen readers the title of a page that a link opened, as they read the title of one that the browser loads. If the
 * link is still there and current, such as a shade, only a part of the page changed.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (!document.activeElement?.matches('main [aria-current]')) setTitle(document.title)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
