import { type ComponentProps, useId } from 'react'
import { STARS, type Stars } from '#core/reviews/reviews.ts'
import { useFieldStates } from '../ui/fields/form-state.ts'

const ASCENDING = STARS.toReversed()
/** Filled from the first star up to the chosen one. */
const STAR =
  'fill-transparent has-checked:fill-rosewood has-checked:text-ink [&:has(~_label_:checked)]:fill-rosewood'

export function StarRadios({ label, name }: { label: string; name: string }) {
  const errorId = useId()
  const { fields, values } = useFieldStates()
  const error = fields?.[name]
  return (
    <fieldset>
      <legend className="text-ink-soft text-small">{label}</legend>
      <div className="mt-1 grid max-w-96 grid-cols-5">
        {ASCENDING.map((stars) => (
          <Star
            key={stars}
            stars={stars}
            name={name}
            defaultChecked={values?.[name] === String(stars)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && errorId}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-2 text-rosewood text-small">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Star({ stars, ...radio }: { stars: Stars } & ComponentProps<'input'>) {
  return (
    <label
      className={`relative flex min-h-16 cursor-pointer flex-col justify-center gap-1 text-ink-soft text-small hover:text-ink ${STAR}`}
    >
      <input
        type="radio"
        value={stars}
        {...radio}
        className="absolute inset-0 cursor-pointer appearance-none"
      />
      <svg viewBox="0 0 24 24" aria-hidden className="size-7 stroke-[1.25] stroke-rosewood">
        <path
          strokeLinejoin="round"
          d="M12 2.75 14.3 9.6 21.5 9.7 15.7 14 17.9 20.9 12 16.75 6.1 20.9 8.3 14 2.5 9.7 9.7 9.6Z"
        />
      </svg>
      {stars === 1 ? '1 star' : `${stars} stars`}
    </label>
  )
}
