import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { Picture as PictureData } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'

// Loads when a picture is first opened.
const PictureViewer = lazy(() => import('./picture-viewer.tsx'))

/** Each picture is a link, so that it also opens large without scripts. */
export function ProductGallery({ name, pictures }: { name: string; pictures: PictureData[] }) {
  const [openIndex, setOpenIndex] = useState<number>()

  function openPicture(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpenIndex(index)
  }

  return (
    <>
      <ul
        aria-label={`Pictures of ${name}`}
        className="pictures relative flex snap-x snap-mandatory gap-2 max-md:-mx-gutter max-md:overflow-x-auto md:grid md:gap-4"
      >
        {pictures.map((picture, index) => (
          <li key={picture.id} className="snap-center max-md:only:w-full">
            <a
              href={picture.url}
              onClick={(event) => openPicture(event, index)}
              className="block cursor-zoom-in -outline-offset-4"
            >
              <span className="sr-only">Enlarge: </span>
              <Picture
                picture={picture}
                sizes={pictureSizes(index, pictures.length)}
                priority={index === 0}
                className="aspect-3/4 h-auto w-full bg-paper-deep object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <Suspense>
        {openIndex !== undefined && (
          <PictureViewer
            name={name}
            pictures={pictures}
            pictureIndex={openIndex}
            onIndexChange={setOpenIndex}
            onClose={() => setOpenIndex(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Phones load at most 960 pixels, also with three pixels per point. Enlarging a picture loads more. */
function pictureSizes(index: number, count: number): string {
  return `(min-width: 64rem) ${desktopSize(index, count)}, (min-resolution: 2.1dppx) min(100vw, 19.5rem), (min-width: 48rem) 50vw, min(100vw, 30rem)`
}

/** The widths of the rows that styles make of `.pictures`. */
function desktopSize(index: number, count: number): string {
  if (index === 0 || count === 2) return 'min(44.1vw, 40rem)'
  return count % 2 === 0 && index >= count - 3 ? 'min(14vw, 12.75rem)' : 'min(21.6vw, 19.5rem)'
}
