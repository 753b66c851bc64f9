import { type DragEvent, type PointerEvent, useRef } from 'react'

type Point = { x: number; y: number }
type Gestures = {
  zoom: number
  onZoom: (zoom: number, point: Point) => void
  onTap: (point: Point) => void
  onSwipe: (direction: 1 | -1) => void
}
type Gesture = { start: Point; moved: boolean; pinch: { distance: number; zoom: number } | undefined }

const SWIPE_DISTANCE = 50
const TAP_TOLERANCE = 8

/** A tap, a swipe between pictures, a drag of an enlarged picture, and two fingers that zoom. */
export function useGestures({ zoom, onZoom, onTap, onSwipe }: Gestures) {
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(undefined)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = toPoint(event)
    pointers.current.set(event.pointerId, point)
    gesture.current ??= { start: point, moved: false, pinch: undefined }
    const [first, second] = [...pointers.current.values()]
    if (!first || !second) return
    gesture.current.moved = true
    gesture.current.pinch = { distance: distance(first, second), zoom }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const previous = pointers.current.get(event.pointerId)
    if (!previous || !gesture.current) return
    const point = toPoint(event)
    const { start, pinch } = gesture.current
    pointers.current.set(event.pointerId, point)
    if (distance(start, point) > TAP_TOLERANCE) gesture.current.moved = true
    const [first, second] = [...pointers.current.values()]
    if (pinch && first && second)
      onZoom((pinch.zoom * distance(first, second)) / pinch.distance, middle(first, second))
    else event.currentTarget.scrollBy(previous.x - point.x, previous.y - point.y)
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0 || !gesture.current) return
    const { start, moved, pinch } = gesture.current
    gesture.current = undefined
    const { x, y } = toPoint(event)
    const across = x - start.x
    if (!moved) onTap({ x, y })
    // On an enlarged picture, a swipe pans.
    else if (zoom === 1 && !pinch && Math.abs(across) > Math.max(SWIPE_DISTANCE, Math.abs(y - start.y)))
      onSwipe(across < 0 ? 1 : -1)
  }

  function onPointerCancel({ pointerId }: PointerEvent<HTMLElement>) {
    pointers.current.delete(pointerId)
    if (pointers.current.size === 0) gesture.current = undefined
  }

  /** The browser would drag the picture as a file. */
  const onDragStart = (event: DragEvent) => event.preventDefault()

  return { onDragStart, onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

const toPoint = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
