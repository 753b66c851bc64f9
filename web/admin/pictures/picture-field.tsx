import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import type { PictureChoice, PictureValue } from './picture-choice.ts'
import { PictureLibrary } from './picture-library.tsx'

type Props = {
  name: string
  label: string
  kind: PictureValue
  saved: string
  /** The saved picture and the newest ones. */
  choices: PictureChoice[]
  /** What no picture means. */
  none: string
  /** What the store shows then. */
  noneUrl?: string
  hint?: string
}

/** Radio buttons, so that it works without scripts; with scripts, also any other picture. */
export function PictureField({ name, label, kind, saved, choices, none, noneUrl = '', hint }: Props) {
  const { fields, values } = useFieldStates()
  const [isOpen, setIsOpen] = useState(false)
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const [added, setAdded] = useState<PictureChoice[]>([])
  const [chosen, setChosen] = useState<PictureChoice | null>(null)
  const typed = values?.[name] ?? saved
  const error = fields?.[name]
  const options = listOptions({
    kind,
    none,
    noneUrl,
    choices: [...added, ...choices],
    values: [saved, typed],
  })

  function choose({ value, url, name: fileName }: PictureChoice) {
    const choice = { value, url, name: fileName }
    setAdded((current) => [choice, ...current.filter((other) => other.value !== value)])
    setChosen(choice)
    setIsOpen(false)
  }

  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend className="text-ink-soft">{label}</legend>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3 p-0.5">
        {options.map((option) => (
          <PictureOption
            key={option.value}
            name={name}
            option={option}
            isSaved={option.value === saved}
            isInitial={option.value === typed}
            isChosen={option === chosen}
          />
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1 text-rosewood">
          {error}
        </p>
      )}
      {hint && <p className="mt-2 text-ink-soft">{hint}</p>}
      {isHydrated ? (
        <Button variant="secondary" className="mt-3" onClick={() => setIsOpen(true)}>
          Choose from Media…
        </Button>
      ) : (
        <p className="mt-2 text-ink-soft">These are the newest pictures of Media. Upload others there.</p>
      )}
      {isOpen &&
        // Outside of the page’s form: forms can’t be nested.
        createPortal(
          <PictureLibrary kind={kind} onChoose={choose} onClose={() => setIsOpen(false)} />,
          document.body,
        )}
    </fieldset>
  )
}

type OptionsInput = {
  kind: PictureValue
  none: string
  noneUrl: string
  choices: PictureChoice[]
  values: string[]
}

/** Each picture once. One that is deleted stays listed while it is saved. */
function listOptions({ kind, none, noneUrl, choices, values }: OptionsInput): PictureChoice[] {
  const known = [{ value: '', url: noneUrl, name: none }, ...choices]
  const missing = values.filter((value) => !known.some((choice) => choice.value === value))
  const unknown = missing.map((value) =>
    kind === 'path'
      ? { value, url: value, name: 'The current picture' }
      : { value, url: '', name: 'Deleted from Media' },
  )
  const all = [...known, ...unknown].toReversed()
  return [...new Map(all.map((choice) => [choice.value, choice])).values()].toReversed()
}

type OptionProps = {
  name: string
  option: PictureChoice
  isSaved: boolean
  isInitial: boolean
  isChosen: boolean
}

function PictureOption({ name, option, isSaved, isInitial, isChosen }: OptionProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  // A click, so that the form notices the change. `option` is new whenever it is chosen again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isChosen || !input) return
    input.click()
    input.focus()
  }, [isChosen, input, option])
  return (
    <label className="cursor-pointer border border-transparent p-1 has-checked:border-ink has-focus-visible:outline-2">
      {option.url ? (
        <img
          src={option.url}
          alt=""
          loading="lazy"
          className="aspect-square w-full bg-paper-deep object-contain"
        />
      ) : (
        <span className="block aspect-square border border-hairline border-dashed" />
      )}
      <span className="mt-1 flex items-center gap-2">
        <input
          ref={setInput}
          type="radio"
          name={name}
          value={option.value}
          defaultChecked={isInitial}
          data-saved={isSaved ? 'on' : ''}
          className="size-4 shrink-0 accent-rosewood"
        />
        <span className="line-clamp-3 min-w-0 wrap-anywhere leading-tight" title={option.name}>
          {option.name || 'Picture'}
        </span>
      </span>
    </label>
  )
}
