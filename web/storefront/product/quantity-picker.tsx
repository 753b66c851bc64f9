import { useId, useState } from 'react'

type Props = { max: number; problem: string | undefined; onChange(quantity: number): void }

/** Accepts any text; the form checks it on submit. */
export function QuantityPicker({ max, problem, onChange }: Props) {
  const id = useId()
  const [value, setValue] = useState('1')
  const quantity = /^\d{1,9}$/.test(value) ? Number(value) : undefined

  function change(text: string) {
    setValue(text)
    if (/^\d{1,9}$/.test(text)) onChange(Number(text))
  }

  function changeBy(delta: number) {
    change(String(Math.min(max, Math.max(1, (quantity ?? 1) + delta))))
  }

  return (
    <div className="max-lg:my-4">
      <label htmlFor={id} className="block text-ink-soft text-small">
        Quantity
      </label>
      <div className="mt-2 flex h-12 w-fit border border-control">
        <button
          type="button"
          className={STEP_BUTTON}
          disabled={(quantity ?? 2) <= 1}
          onClick={() => changeBy(-1)}
        >
          <span aria-hidden>−</span>
          <span className="sr-only">Decrease quantity</span>
        </button>
        <input
          id={id}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          className="tabular w-14 bg-transparent text-center outline-offset-0"
        />
        <button
          type="button"
          className={STEP_BUTTON}
          disabled={(quantity ?? 0) >= max}
          onClick={() => changeBy(1)}
        >
          <span aria-hidden>+</span>
          <span className="sr-only">Increase quantity</span>
        </button>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-2 text-rosewood text-small">
          {problem}
        </p>
      )}
    </div>
  )
}

// Hidden before hydration, when the buttons would do nothing.
const STEP_BUTTON =
  'w-12 cursor-pointer outline-offset-0 hover:bg-paper-deep disabled:cursor-default disabled:text-ink-soft disabled:hover:bg-transparent [html:not([data-hydrated])_&]:invisible'
