import { type MouseEvent, type RefObject, useState } from 'react'
import { href } from 'react-router'
import type { BrandSettings } from '#core/settings/brand-settings.ts'
import { describeCorrection } from '#core/settings/palette.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { form: RefObject<HTMLFormElement | null>; brand: BrandSettings }

const FIELDS = ['brand.background', 'brand.accent', 'brand.headingTypeface', 'brand.textTypeface']

/** Home in the colors and typefaces that are chosen, here or, without scripts, in a new tab. */
export function BrandPreview({ form, brand }: Props) {
  const path = href('/preview/:id', { id: 'brand' })
  const [source, setSource] = useState<string>()
  const correction = describeCorrection(brand)

  function showChosen(event: MouseEvent) {
    event.preventDefault()
    if (!form.current) return
    const chosen = new FormData(form.current)
    const look = FIELDS.map((name) => [name, String(chosen.get(name) ?? '')])
    setSource(`${path}?${new URLSearchParams(look)}`)
  }

  return (
    <section aria-label="Preview">
      {correction && <p className="mb-6 border-metal border-l-2 pl-4">{correction}</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          type="submit"
          variant="secondary"
          formAction={path}
          formMethod="get"
          formTarget="_blank"
          onClick={showChosen}
        >
          Preview
        </Button>
        <p className="text-ink-soft">Your home page, before anyone else sees it.</p>
      </div>
      {source && (
        <div className="mt-6 flex flex-wrap gap-6" key={source}>
          <div className="h-[13.5rem] w-[20rem] overflow-clip border border-hairline sm:h-[27rem] sm:w-[40rem]">
            <iframe
              src={source}
              title="Preview on a desktop"
              className="h-[54rem] w-[80rem] origin-top-left scale-25 sm:scale-50"
            />
          </div>
          <div className="h-[33rem] w-[19.5rem] overflow-clip border border-hairline">
            <iframe
              src={source}
              title="Preview on a phone"
              className="h-[41.25rem] w-[24.375rem] origin-top-left scale-80"
            />
          </div>
        </div>
      )}
    </section>
  )
}
