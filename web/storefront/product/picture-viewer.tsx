import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Picture as PictureData } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'

type Props = {
  name: string
  pictures: PictureData[]
  pictureIndex: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** From 0 to 1, from the picture's left and top. */
type Point = { x: number; y: number }

const SWIPE_DISTANCE = 50
const DRAG_DISTANCE = 4
const KEY_STEP = 120
const MIDDLE: Point = { x: 0.5, y: 0.5 }

export default function PictureViewer({ name, pictures, pictureIndex, onIndexChange, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const touchStartX = useRef<number>(undefined)
  const frame = useRef<HTMLDivElement>(null)
  const dragged = useRef(0)
  const [zoomPoint, setZoomPoint] = useState<Point>()
  const zoomed = zoomPoint !== undefined
  const picture = pictures[pictureIndex]

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  useLayoutEffect(() => {
    const element = frame.current
    if (!zoomPoint || !element) return
    element.scrollLeft = zoomPoint.x * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = zoomPoint.y * element.scrollHeight - element.clientHeight / 2
  }, [zoomPoint])

  function toggleZoom(point = MIDDLE) {
    setZoomPoint(zoomed ? undefined : point)
  }

  function move(by: number) {
    const next = pictureIndex + by
    if (next < 0 || next >= pictures.length) return
    setZoomPoint(undefined)
    onIndexChange(next)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key } = event
    const [x, y] = ARROWS[key] ?? []
    if (key === '+' && !zoomed) toggleZoom()
    else if (key === '-' && zoomed) toggleZoom()
    else if (x === undefined || y === undefined) return
    else if (!zoomed) move(x)
    else {
      event.preventDefault()
      frame.current?.scrollBy({ left: x * KEY_STEP, top: y * KEY_STEP })
    }
  }

  function handleCancel(event: SyntheticEvent) {
    if (!zoomed) return
    event.preventDefault()
    toggleZoom()
  }

  function handleClick(event: MouseEvent) {
    if (dragged.current < DRAG_DISTANCE) toggleZoom(pointInPicture(event))
  }

  /** A mouse drags an enlarged picture. Touch scrolls it. */
  function handlePointerMove({ pointerType, buttons, movementX, movementY }: PointerEvent) {
    if (!zoomed || pointerType !== 'mouse' || buttons !== 1) return
    dragged.current += Math.abs(movementX) + Math.abs(movementY)
    frame.current?.scrollBy(-movementX, -movementY)
  }

  function handleTouchEnd({ changedTouches }: TouchEvent) {
    const distance = (changedTouches[0]?.clientX ?? 0) - (touchStartX.current ?? 0)
    // On a zoomed picture, a swipe pans.
    if (!zoomed && Math.abs(distance) > SWIPE_DISTANCE) move(distance < 0 ? 1 : -1)
  }

  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onClose={onClose}
      onCancel={handleCancel}
      onKeyDown={handleKeyDown}
      onTouchStart={({ touches }) => {
        touchStartX.current = touches[0]?.clientX
      }}
      onTouchEnd={handleTouchEnd}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-ink open:flex open:flex-col"
    >
      <div className="flex items-center gap-6 px-gutter py-3 text-small">
        <p role="status" className="tabular mr-auto">
          {pictureIndex + 1} of {pictures.length}
        </p>
        <button type="button" className={CONTROL} onClick={() => toggleZoom()} aria-pressed={zoomed}>
          Zoom
        </button>
        {pictures.length > 1 && (
          <>
            <button type="button" className={CONTROL} disabled={pictureIndex === 0} onClick={() => move(-1)}>
              Previous
            </button>
            <button
              type="button"
              className={CONTROL}
              disabled={pictureIndex === pictures.length - 1}
              onClick={() => move(1)}
            >
              Next
            </button>
          </>
        )}
        {/* The dialog restores focus only if it closes before it unmounts. */}
        <button type="button" className={CONTROL} onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Zoom button does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the Zoom button does the same */}
      <div
        ref={frame}
        onClick={handleClick}
        onPointerDown={() => {
          dragged.current = 0
        }}
        onPointerMove={handlePointerMove}
        onDragStart={(event) => event.preventDefault()}
        {...(zoomed && { role: 'group', 'aria-label': 'Enlarged picture', tabIndex: 0 })}
        className={`min-h-0 grow ${zoomed ? 'cursor-zoom-out overflow-auto' : `flex cursor-zoom-in justify-center ${TOUCH_ACTION}`}`}
      >
        <Picture
          key={picture.id}
          picture={picture}
          sizes={zoomed ? 'min(200vw, 150vh)' : 'min(100vw, 75vh)'}
          className={
            zoomed ? 'mx-auto h-auto w-[min(200vw,150vh)] max-w-none' : 'h-full w-full object-contain'
          }
        />
      </div>
    </dialog>
  )
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where a fitted picture was clicked. It is centered in its element, with space beside or above it. */
function pointInPicture({ target, clientX, clientY }: MouseEvent): Point {
  if (!(target instanceof HTMLImageElement)) return MIDDLE
  const box = target.getBoundingClientRect()
  const scale = Math.min(box.width / target.naturalWidth, box.height / target.naturalHeight)
  const offset = (click: number, start: number, length: number, natural: number) =>
    Math.min(1, Math.max(0, (click - start - (length - natural * scale) / 2) / (natural * scale)))
  return {
    x: offset(clientX, box.left, box.width, target.naturalWidth),
    y: offset(clientY, box.top, box.height, target.naturalHeight),
  }
}

// Without this, a horizontal swipe would navigate back.
const TOUCH_ACTION = 'touch-pan-y touch-pinch-zoom'

const CONTROL =
  'min-h-11 cursor-pointer decoration-1 underline-offset-8 hover:underline disabled:cursor-default disabled:text-ink-soft disabled:no-underline aria-pressed:underline'
