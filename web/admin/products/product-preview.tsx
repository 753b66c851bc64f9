import { Section } from '../ui/section.tsx'

export type PreviewValues = {
  photoUrl: string
  name: string
  brand: string
  tagline: string
  price: string
  stock: string
  status: string
}

/** Roughly the card of the store’s lists, as it is typed. */
export function ProductPreview({ photoUrl, name, brand, tagline, price, stock, status }: PreviewValues) {
  return (
    <Section title="Preview">
      <div className="max-w-60 noscript:hidden">
        {photoUrl ? (
          <img src={photoUrl} alt="" className="aspect-[3/4] w-full bg-paper object-cover" />
        ) : (
          <p className="flex aspect-[3/4] items-center justify-center bg-paper text-ink-soft">No photo yet</p>
        )}
        <p className="mt-3 text-ink-soft text-label uppercase">{brand}</p>
        <p className="wrap-anywhere font-display text-name">{name || 'Name'}</p>
        <p className="wrap-anywhere text-ink-soft">{tagline}</p>
        <p className="tabular mt-1">{price ? `$${price}` : 'Price'}</p>
        <p className="mt-3 border-hairline border-t pt-2 text-ink-soft">
          {Number(stock) > 0 ? `${Number(stock)} in stock` : 'Sold out'}
          {status === 'published' ? ' · Visible in the store' : ' · Hidden from the store'}
        </p>
      </div>
    </Section>
  )
}

/** Nothing before scripts have read the form. */
export function readPreview(form: HTMLFormElement): PreviewValues {
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const photo = [...form.elements].find(
    (field) => field instanceof HTMLInputElement && field.name === 'picture' && field.checked,
  )
  return {
    photoUrl: photo?.closest('label')?.querySelector('img')?.src ?? '',
    name: text('name'),
    brand: text('brand'),
    tagline: text('tagline'),
    price: text('price'),
    stock: text('stock'),
    status: text('status'),
  }
}

export const EMPTY_PREVIEW: PreviewValues = {
  photoUrl: '',
  name: '',
  brand: '',
  tagline: '',
  price: '',
  stock: '',
  status: 'draft',
}
