import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { Picture as Source } from '#core/media/picture.ts'
import { Picture } from '../frame/picture.tsx'

type Props = {
  name: string
  pictures: Source[]
  shown: number
  onShown: (index: number) => void
  onClosed: () => void
}

const SWIPE = 50

/** One picture over everything, to be turned by arrow keys, buttons or a swipe, and seen twice as large. */
export default function PictureViewer({ name, pictures, shown, onShown, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const touched = useRef<number>(undefined)
  const [zoomed, zoom] = useState(false)
  const picture = pictures[shown]

  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  function turn(by: number) {
    const next = shown + by
    if (next < 0 || next >= pictures.length) return
    zoom(false)
    onShown(next)
  }

  function turnByKey({ key }: KeyboardEvent) {
    if (zoomed) return
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  }

  function turnBySwipe({ changedTouches }: TouchEvent) {
    const way = (changedTouches[0]?.clientX ?? 0) - (touched.current ?? 0)
    // What is enlarged is moved by the finger, not turned.
    if (!zoomed && Math.abs(way) > SWIPE) turn(way < 0 ? 1 : -1)
  }

  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      onClose={onClosed}
      onKeyDown={turnByKey}
      onTouchStart={({ touches }) => {
        touched.current = touches[0]?.clientX
      }}
      onTouchEnd={turnBySwipe}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-ink open:flex open:flex-col"
    >
      <div className="flex items-center gap-6 px-gutter py-3 text-small">
        <p role="status" className="tabular mr-auto">
          {shown + 1} of {pictures.length}
        </p>
        <button type="button" className={QUIET} onClick={() => zoom(!zoomed)} aria-pressed={zoomed}>
          Zoom
        </button>
        {pictures.length > 1 && (
          <>
            <button type="button" className={QUIET} disabled={shown === 0} onClick={() => turn(-1)}>
              Previous
            </button>
            <button
              type="button"
              className={QUIET}
              disabled={shown === pictures.length - 1}
              onClick={() => turn(1)}
            >
              Next
            </button>
          </>
        )}
        {/* Closed before it is taken away, the dialog gives the focus back. */}
        <button type="button" className={QUIET} onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Zoom button does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the Zoom button does the same */}
      <div
        onClick={() => zoom(!zoomed)}
        {...(zoomed && { role: 'group', 'aria-label': 'Enlarged picture', tabIndex: 0 })}
        className={`min-h-0 grow ${zoomed ? 'cursor-zoom-out overflow-auto' : `flex cursor-zoom-in justify-center ${OURS_SIDEWAYS}`}`}
      >
        <Picture
          key={picture.id}
          picture={picture}
          sizes="200vw"
          className={zoomed ? 'h-auto w-[200vw] max-w-none md:w-[120vw]' : 'h-full w-full object-contain'}
        />
      </div>
    </dialog>
  )
}

// A swipe turns the picture; a browser would go back a page.
const OURS_SIDEWAYS = 'touch-pan-y touch-pinch-zoom'

const QUIET =
  'min-h-11 cursor-pointer decoration-1 underline-offset-8 hover:underline disabled:cursor-default disabled:text-ink-soft disabled:no-underline aria-pressed:underline'
