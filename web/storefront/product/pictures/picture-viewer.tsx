import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import type { Picture as PictureData } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'
import { useGestures } from './use-gestures.ts'
import { useZoom } from './use-zoom.ts'

type Props = {
  name: string
  pictures: PictureData[]
  pictureIndex: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

const CLICK_ZOOM = 2
const KEY_ZOOM = 0.5
/** Pixels per press of an arrow key. */
const KEY_PAN = 80

export default function PictureViewer({ name, pictures, pictureIndex, onIndexChange, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { zoom, zoomTo } = useZoom(frame)
  const gestures = useGestures({ zoom, onZoom: zoomTo, onTap: toggleZoom, onSwipe: move })
  const zoomed = zoom > 1
  const picture = pictures[pictureIndex]

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  function toggleZoom(point?: { x: number; y: number }) {
    zoomTo(zoomed ? 1 : CLICK_ZOOM, point)
  }

  function move(by: number) {
    const next = pictureIndex + by
    if (next < 0 || next >= pictures.length) return
    zoomTo(1)
    onIndexChange(next)
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Enter' && event.target === frame.current) toggleZoom()
    if (key === '+' || key === '=') zoomTo(zoom + KEY_ZOOM)
    if (key === '-') zoomTo(zoom - KEY_ZOOM)
    const [x, y] = ARROWS[key] ?? [0, 0]
    if (zoomed && (x || y)) {
      event.preventDefault()
      frame.current?.scrollBy(x * KEY_PAN, y * KEY_PAN)
    } else if (x) move(x)
  }

  /** Escape, or Back on a phone: the first leaves the zoom. */
  function handleCancel(event: SyntheticEvent) {
    if (!zoomed) return
    event.preventDefault()
    zoomTo(1)
  }

  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onCancel={handleCancel}
      onClose={onClose}
      onKeyDown={handleKeyDown}
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
      <div
        ref={frame}
        {...gestures}
        {...frameRole(zoomed)}
        style={{ '--zoom': zoom, '--ratio': picture.width / picture.height } as CSSProperties}
        className={`@container-[size] flex min-h-0 grow touch-none select-none overflow-auto overscroll-contain -outline-offset-4 [scrollbar-width:none] [&>picture]:m-auto [&>picture]:shrink-0 ${zoomed ? 'cursor-zoom-out active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <Picture
          key={picture.id}
          picture={picture}
          sizes={zoomed ? LARGEST : 'min(100vw, 75vh)'}
          className="h-auto w-[calc(min(100cqw,100cqh*var(--ratio))*var(--zoom))] max-w-none"
        />
      </div>
    </dialog>
  )
}

/** Focusable, so that keys zoom and pan it. */
const frameRole = (zoomed: boolean) => ({
  role: 'group',
  tabIndex: 0,
  'aria-label': zoomed ? 'Enlarged picture' : 'Picture',
})

const ARROWS: Record<string, [x: -1 | 0 | 1, y: -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The largest size of a product picture. */
const LARGEST = '1600px'

const CONTROL =
  'min-h-11 min-w-11 cursor-pointer decoration-1 underline-offset-8 hover:underline disabled:cursor-default disabled:text-ink-soft disabled:no-underline aria-pressed:underline'
