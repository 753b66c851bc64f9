import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Form, href } from 'react-router'
import { type Currency, formatMoney } from '#core/money.ts'
import { sampleCount } from '#core/samples/sample.ts'
import type { DisplayedSamples } from '#core/storefront/displayed-samples.ts'
import { TitledSection } from '#web/ui/titled-section.tsx'
import { Button } from '../../ui/button.tsx'
import { SamplePicture } from './sample-picture.tsx'

type Props = { samples: DisplayedSamples; currency: Currency; onChange: () => void }

export function SampleChoice({ samples, currency, onChange }: Props) {
  const { choose, missing, hasLost } = samples
  const amount = formatMoney({ amount: missing, currency })
  return (
    <TitledSection id="samples" title={`Choose ${freeSamples(choose)}`} className="mt-10">
      {missing > 0 ? (
        <p role="status" className="mt-4 text-ink-soft text-small">
          {hasLost && 'We set your samples aside. '}
          Spend {amount} more, before discounts, to choose {sampleCount(choose)}.
        </p>
      ) : (
        <SampleForm samples={samples} onChange={onChange} />
      )}
    </TitledSection>
  )
}

const freeSamples = (count: number) => sampleCount(count).replace(' ', ' free ')

function SampleForm({ samples, onChange }: Omit<Props, 'currency'>) {
  const { choose, offered, hasLost } = samples
  const [chosen, setChosen] = useState(samples.chosen)
  const request = useRef<AbortController>(undefined)
  useEffect(() => {
    // A cart from before the choice is no news.
    if (!request.current) setChosen(samples.chosen)
  }, [samples])

  async function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const { value, checked } = currentTarget
    const next = checked ? [...chosen, value] : chosen.filter((id) => id !== value)
    setChosen(next)
    request.current?.abort()
    request.current = new AbortController()
    const { signal } = request.current
    await fetch(href('/cart/samples'), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(next.map((id) => ['sample', id])),
      signal,
    }).catch(() => undefined)
    if (signal.aborted) return
    request.current = undefined
    onChange()
  }

  return (
    <Form method="post" action={href('/cart/samples')} className="mt-4">
      <p role="status" className="text-ink-soft text-small">
        {chosen.length} of {choose} chosen.
        {hasLost && ' We couldn’t add all that you chose.'}
      </p>
      <ul className="mt-3 grid gap-x-8 sm:grid-cols-2">
        {offered.map(({ productId, name, picture, inStock }) => {
          const isChosen = chosen.includes(productId)
          return (
            <li key={productId} className="border-hairline border-b">
              <label className="flex min-h-11 cursor-pointer items-center gap-4 py-3 text-small">
                <input
                  type="checkbox"
                  name="sample"
                  value={productId}
                  checked={isChosen}
                  onChange={change}
                  disabled={!inStock || (!isChosen && chosen.length >= choose)}
                  className="size-5 shrink-0 accent-rosewood"
                />
                <SamplePicture picture={picture} />
                <span className="min-w-0 wrap-anywhere">
                  {name}
                  {!inStock && <span className="block text-ink-soft">Out of stock</span>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <noscript>
        <Button type="submit" variant="secondary" className="mt-4">
          Save samples
        </Button>
      </noscript>
    </Form>
  )
}
