import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { AdminProduct } from '#core/catalog/every-product.server.ts'
import { publicPath, type Upload } from '#core/media/upload.ts'
import { useOffice } from './office.ts'
import { Part } from './part.tsx'

/** The pictures in the order in which the shop shows them, and those of Media that could be added. */
export function ProductPictures({ sheet, library }: { sheet: AdminProduct; library: Upload[] }) {
  const office = useOffice()
  const hung = sheet.images.map(({ id }) => id)
  const others = library.filter(({ pictureId }) => pictureId && !hung.includes(pictureId))
  return (
    <Part title="Pictures" to={office('media')} more="Media">
      {hung.length === 0 && <p className="text-ink-soft">None yet: the shop draws one.</p>}
      <ul aria-label="Pictures in the shop" className="grid grid-cols-3 gap-3">
        {sheet.images.map(({ id, url, alt, width, height }, nth) => (
          <li key={id}>
            <img
              src={url}
              alt={alt}
              width={width}
              height={height}
              loading="lazy"
              className="aspect-[3/4] w-full object-cover"
            />
            <span className="flex justify-between">
              {nth > 0 && (
                <Hang pictures={moved(hung, nth)} name={`Show picture ${nth + 1} earlier`}>
                  ←
                </Hang>
              )}
              <Hang pictures={hung.filter((other) => other !== id)} name={`Take picture ${nth + 1} down`}>
                ×
              </Hang>
            </span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details className="mt-4">
          <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
            Add from Media…
          </summary>
          <ul aria-label="Pictures of Media" className="mt-2 grid grid-cols-4 gap-2">
            {others.map((file) => (
              <li key={file.id}>
                <Hang pictures={[...hung, file.pictureId ?? '']} name={`Add ${file.name}`}>
                  <img
                    src={publicPath(file)}
                    alt={file.alt ?? ''}
                    loading="lazy"
                    className="aspect-[3/4] w-full object-cover"
                  />
                </Hang>
              </li>
            ))}
          </ul>
        </details>
      )}
      {others.length === 0 && (
        <p className="mt-3 text-ink-soft">
          Upload more in{' '}
          <Link to={office('media')} className="link-line">
            Media
          </Link>
          .
        </p>
      )}
    </Part>
  )
}

/** A button that sends the whole new order, so that two clicks never mix two orders. */
function Hang({ pictures, name, children }: { pictures: string[]; name: string; children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="act" value="hang" />
      {pictures.map((id) => (
        <input key={id} type="hidden" name="picture" value={id} />
      ))}
      <button type="submit" title={name} className="min-h-6 min-w-6 cursor-pointer">
        {children}
        <span className="sr-only">{name}</span>
      </button>
    </Form>
  )
}

function moved(hung: string[], nth: number): string[] {
  const order = [...hung]
  const [one] = order.splice(nth, 1)
  order.splice(nth - 1, 0, one ?? '')
  return order
}
