import { useEffect, useRef, useState } from 'react'
import type { HomeTile } from '#core/content/content.ts'
import { MAX_TILES } from '#core/content/home/max-tiles.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { savedField } from '../saved-field.ts'
import { LinkFields } from './link-fields.tsx'

type Props = { tiles: HomeTile[]; onMove(): void }

const INDEXES = Array.from({ length: MAX_TILES }, (_, index) => index)
const KINDS = Object.entries({
  '': 'No tile',
  text: 'Text',
  featured: 'Featured products',
  offers: 'Current offers',
})

/** The saved tiles, and a closed form for each that can be added. */
export function TileFields({ tiles, onMove }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [isHydrated, setIsHydrated] = useState(false)
  const [message, setMessage] = useState('')
  useEffect(() => setIsHydrated(true), [])
  const { fields = {} } = useFieldStates()

  function move(index: number, steps: 1 | -1) {
    const items = [...(list.current?.children ?? [])]
    const [item, other] = [items[index], items[index + steps]]
    if (!item || !other) return
    swapValues(item, other)
    for (const details of other.querySelectorAll('details')) details.open = true
    onMove()
    const name = steps < 0 ? 'up' : 'down'
    const button =
      other.querySelector<HTMLElement>(`[data-move=${name}]`) ?? other.querySelector<HTMLElement>('button')
    button?.focus()
    setMessage(`Moved to position ${index + steps + 1} of ${MAX_TILES}.`)
  }

  return (
    <>
      <ol ref={list} className="divide-y divide-hairline">
        {INDEXES.map((index) => (
          <li key={index}>
            <details
              open={
                index < tiles.length || Object.keys(fields).some((name) => name.startsWith(`tiles.${index}.`))
              }
            >
              <summary className="flex min-h-11 cursor-pointer items-center gap-2">
                Tile {index + 1}
                {index >= tiles.length && <span className="link-line">Add…</span>}
              </summary>
              <div className="space-y-4 pb-6">
                <TileForm index={index} tile={tiles[index]} />
                {isHydrated && (
                  <p className="flex gap-6">
                    {index > 0 && <MoveButton index={index} name="up" onMove={() => move(index, -1)} />}
                    {index < MAX_TILES - 1 && (
                      <MoveButton index={index} name="down" onMove={() => move(index, 1)} />
                    )}
                  </p>
                )}
              </div>
            </details>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {message}
      </p>
    </>
  )
}

type MoveButtonProps = { index: number; name: 'up' | 'down'; onMove(): void }

function MoveButton({ index, name, onMove }: MoveButtonProps) {
  return (
    <TextButton type="button" data-move={name} onClick={onMove}>
      Move {name}
      <span className="sr-only"> tile {index + 1}</span>
    </TextButton>
  )
}

/** Both forms have the same fields in the same order. */
function swapValues(first: Element, second: Element): void {
  const [firstFields, secondFields] = [first, second].map((element) => [
    ...element.querySelectorAll<HTMLInputElement>('input, select, textarea'),
  ])
  firstFields?.forEach((field, index) => {
    const other = secondFields?.[index]
    if (!other) return
    const { value } = field
    field.value = other.value
    other.value = value
  })
}

function TileForm({ index, tile }: { index: number; tile: HomeTile | undefined }) {
  const name = `tiles.${index}`
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Tile {index + 1}</legend>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Select label="Shows" options={KINDS} {...savedField(`${name}.kind`, tile?.kind ?? '')} />
        <Field label="Title" {...savedField(`${name}.title`, tile?.title ?? '')} />
      </div>
      <TextareaField
        label="Text"
        rows={2}
        {...savedField(`${name}.text`, tile?.text ?? '')}
        hint="With products or offers, this text is shown only if there are none."
      />
      <LinkFields name={`${name}.link`} link={tile?.link ?? { text: '', url: '' }} />
    </fieldset>
  )
}
