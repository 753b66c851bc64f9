import { type RefObject, useEffect, useState } from 'react'
import { href } from 'react-router'
import type { BrandSettings } from '#core/settings/brand-settings.ts'
import { describeCorrection } from '#core/settings/palette.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { form: RefObject<HTMLFormElement | null>; brand: BrandSettings; version: number }

const FIELDS = ['background', 'accent', 'headingTypeface', 'textTypeface'] as const

const previewPath = (chosenValue: (field: (typeof FIELDS)[number]) => string) =>
  `${href('/preview/:id', { id: 'brand' })}?${new URLSearchParams(FIELDS.map((field) => [field, chosenValue(field)]))}`

/** Home as it is saved; with scripts, also as it is chosen. */
export function BrandPreview({ form, brand, version }: Props) {
  const [source, setSource] = useState(() => previewPath((field) => brand[field]))
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const correction = describeCorrection(brand)

  function showChosen() {
    if (!form.current) return
    const chosen = new FormData(form.current)
    setSource(previewPath((field) => String(chosen.get(`brand.${field}`) ?? '').trim()))
  }

  return (
    <section aria-label="Preview">
      {correction && <p className="mb-6 border-metal border-l-2 pl-4">{correction}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="font-medium">Preview: Home on a desktop and on a phone</h3>
        {isHydrated && (
          <Button variant="secondary" onClick={showChosen}>
            Preview what you’ve chosen
          </Button>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-6" key={`${version} ${source}`}>
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
    </section>
  )
}
