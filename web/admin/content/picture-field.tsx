import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { AdminLink } from '../ui/admin-link.tsx'

export type PictureChoice = { id: string; url: string; name: string }

type Props = {
  name: string
  label: string
  saved: string | null
  choices: PictureChoice[]
  /** What no picture means. */
  none: string
}

/** Radio buttons, so that it works without scripts. */
export function PictureField({ name, label, saved, choices, none }: Props) {
  const { fields, values } = useFieldStates()
  const chosen = values?.[name] ?? saved ?? ''
  const unique = [...new Map(choices.map((choice) => [choice.id, choice])).values()]
  const current = unique.find(({ id }) => id === saved)
  const error = fields?.[name]
  return (
    <details className="group" open={error !== undefined}>
      <summary className="flex cursor-pointer list-none items-center gap-4">
        {current ? (
          <img src={current.url} alt="" className="size-16 bg-paper-deep object-cover" />
        ) : (
          <span aria-hidden="true" className="size-16 border border-hairline border-dashed" />
        )}
        <span>
          <span className="block text-ink-soft">{label}</span>
          <span className="block">{current?.name || (saved ? 'Deleted from Media' : none)}</span>
          <span className="link-line">Change…</span>
        </span>
      </summary>
      <fieldset className="mt-4" aria-describedby={error ? `${name}-error` : undefined}>
        <legend className="sr-only">{label}</legend>
        <div className="grid max-h-80 grid-cols-3 gap-3 overflow-y-auto p-1 sm:grid-cols-6">
          {[{ id: '', url: '', name: none }, ...unique].map((choice) => (
            <label key={choice.id} className="cursor-pointer">
              {choice.url ? (
                <img
                  src={choice.url}
                  alt=""
                  loading="lazy"
                  className="aspect-square w-full bg-paper-deep object-cover"
                />
              ) : (
                <span className="block aspect-square border border-hairline border-dashed" />
              )}
              <span className="mt-1 flex items-center gap-2">
                <input
                  type="radio"
                  name={name}
                  value={choice.id}
                  defaultChecked={choice.id === chosen}
                  className="size-4 shrink-0 accent-rosewood"
                />
                <span className="truncate">{choice.name || 'Picture'}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {error && (
        <p id={`${name}-error`} className="mt-1 text-rosewood">
          {error}
        </p>
      )}
      <p className="mt-2 text-ink-soft">
        The newest pictures of <AdminLink to="media">Media</AdminLink>. Upload others there.
      </p>
    </details>
  )
}
