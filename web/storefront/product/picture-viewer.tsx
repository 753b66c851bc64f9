import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { Picture as PictureData } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'

type Props = {
  name: string
  pictures: PictureData[]
  pictureIndex: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

const SWIPE_DISTANCE = 50

export default function PictureViewer({ name, pictures, pictureIndex, onIndexChange, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const touchStartX = useRef<number>(undefined)
  const [zoomed, setZoomed] = useState(false)
  const picture = pictures[pictureIndex]

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  function move(by: number) {
    const next = pictureIndex + by
    if (next < 0 || next >= pictures.length) return
    setZoomed(false)
    onIndexChange(next)
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (zoomed) return
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
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
        <button type="button" className={CONTROL} onClick={() => setZoomed(!zoomed)} aria-pressed={zoomed}>
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
        onClick={() => setZoomed(!zoomed)}
        {...(zoomed && { role: 'group', 'aria-label': 'Enlarged picture', tabIndex: 0 })}
        className={`min-h-0 grow ${zoomed ? 'cursor-zoom-out overflow-auto' : `flex cursor-zoom-in justify-center ${TOUCH_ACTION}`}`}
      >
        <Picture
          key={picture.id}
          picture={picture}
          sizes={zoomed ? '(min-width: 48rem) 120vw, 200vw' : 'min(100vw, 75vh)'}
          className={zoomed ? 'h-auto w-[200vw] max-w-none md:w-[120vw]' : 'h-full w-full object-contain'}
        />
      </div>
    </dialog>
  )
}

// Without this, a horizontal swipe would navigate back.
const TOUCH_ACTION = 'touch-pan-y touch-pinch-zoom'

const CONTROL =
  'min-h-11 cursor-pointer decoration-1 underline-offset-8 hover:underline disabled:cursor-default disabled:text-ink-soft disabled:no-underline aria-pressed:underline'
