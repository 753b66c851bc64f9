import type { ReactNode } from 'react'
import { publicPath, type Upload } from '#core/media/upload.ts'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { AdminLink } from '../ui/admin-link.tsx'

type Props = { name: string; saved: string; pictures: Upload[] }

export function LogoField({ name, saved, pictures }: Props) {
  const { fields, values } = useFieldStates()
  const paths = new Set([...(saved ? [saved] : []), ...pictures.map(publicPath)])
  const names = new Map(pictures.map((picture) => [publicPath(picture), picture.name]))
  const option = (path: string, label: string, content: ReactNode) => (
    <label
      key={path}
      className="flex min-h-9 cursor-pointer items-center gap-2 border border-hairline p-2 has-checked:border-ink has-focus-visible:outline-2"
    >
      <input
        type="radio"
        name={name}
        value={path}
        defaultChecked={(values?.[name] ?? saved) === path}
        data-saved={path === saved ? 'on' : ''}
        aria-describedby={fields?.[name] && `${name}-error`}
        className="accent-rosewood"
      />
      <span className="sr-only">{label}</span>
      {content}
    </label>
  )
  return (
    <fieldset className="sm:col-span-2">
      <legend className="sr-only">Logo</legend>
      <div className="flex max-h-64 flex-wrap gap-2 overflow-y-auto p-0.5">
        {option('', 'No logo', <span aria-hidden="true">Show the name instead</span>)}
        {[...paths].map((path) =>
          option(
            path,
            names.get(path) ?? 'The current logo',
            <img src={path} alt="" loading="lazy" className="h-10 max-w-32 object-contain" />,
          ),
        )}
      </div>
      {fields?.[name] && (
        <p id={`${name}-error`} className="mt-1 text-rosewood">
          {fields[name]}
        </p>
      )}
      <p className="mt-2 text-ink-soft">
        In the header, emails, and invoices. Upload it in <AdminLink to="media">Media</AdminLink> first.
      </p>
    </fieldset>
  )
}
