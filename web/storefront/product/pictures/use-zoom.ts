import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export const MAX_ZOOM = 3

/** Where a point of the picture, from 0 to 1 on each axis, appears on the screen. */
type Anchor = { across: number; down: number; x: number; y: number }

/** The picture grows inside a frame that scrolls, and the point that was chosen stays where it is. */
export function useZoom(frame: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const anchor = useRef<Anchor>(undefined)

  useLayoutEffect(() => {
    const picture = frame.current?.querySelector('img')?.getBoundingClientRect()
    const { across, down, x, y } = anchor.current ?? {}
    anchor.current = undefined
    if (zoom === 1 || !picture || across === undefined || down === undefined) return
    frame.current?.scrollBy(
      picture.left + across * picture.width - (x ?? 0),
      picture.top + down * picture.height - (y ?? 0),
    )
  }, [zoom, frame])

  /** Without a point, the center of the frame stays. */
  function zoomTo(next: number, point?: { x: number; y: number }) {
    const box = frame.current?.getBoundingClientRect()
    const picture = frame.current?.querySelector('img')?.getBoundingClientRect()
    if (!box || !picture) return
    const { x, y } = point ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    anchor.current = {
      across: clamp((x - picture.left) / picture.width, 0, 1),
      down: clamp((y - picture.top) / picture.height, 0, 1),
      x,
      y,
    }
    setZoom(clamp(next, 1, MAX_ZOOM))
  }

  return { zoom, zoomTo }
}

function clamp(value: number, min: number, max: number) {
  return Math.min(max, Math.max(min, value))
}
