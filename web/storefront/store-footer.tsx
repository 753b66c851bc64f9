type Props = { country: string; support: { phone: string; email: string } }

export function StoreFooter({ country, support }: Props) {
  return (
    <footer className="mt-section border-ink/15 border-t">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-gutter py-14 text-small md:grid-cols-[2fr_1fr_1fr]">
        <p className="max-w-80">
          <span className="block font-display text-name">Eternal Beauty</span>
          <span className="mt-3 block text-ink-soft">
            Skin, colour, hair and scent, made in small batches.
          </span>
        </p>
        <p>
          <span className="label block text-ink-soft">Care</span>
          <a className="link-line mt-3 inline-block" href={`mailto:${support.email}`}>
            {support.email}
          </a>
          <br />
          <a className="link-line mt-1 inline-block" href={`tel:${support.phone.replace(/[^+\d]/g, '')}`}>
            {support.phone}
          </a>
        </p>
        <p>
          <span className="label block text-ink-soft">Prices</span>
          <span className="mt-3 block">Shown for {country}</span>
        </p>
      </div>
    </footer>
  )
}
