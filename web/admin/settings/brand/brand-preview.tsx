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
          <Frame title="Preview on a desktop" source={source} width={1440} height={900} />
          <Frame title="Preview on a phone" source={source} width={390} height={660} />
        </div>
      )}
    </section>
  )
}

type FrameProps = { title: string; source: string; width: number; height: number }

/** As large as the window leaves room for. Its sizes are no classes, which every page would load. */
function Frame({ title, source, width, height }: FrameProps) {
  const scale = Math.min(0.8, Math.min(640, innerWidth - 48) / width)
  const look = { width, height, scale, transformOrigin: 'top left' }
  return (
    <div
      className="overflow-clip border border-hairline"
      style={{ width: width * scale, height: height * scale }}
    >
      <iframe src={source} title={title} style={look} />
    </div>
  )
}
