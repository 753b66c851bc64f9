import type { ComponentProps } from 'react'
import { type Option, Options } from './options.tsx'

type Props = ComponentProps<'select'> & {
  options: readonly Option[]
  submitLabel: string
  buttonHeight?: string
}

/** Submits its form when it changes; without scripts, there is a button. */
export function AutoSubmitSelect({ options, submitLabel, buttonHeight = 'min-h-11', ...select }: Props) {
  return (
    <>
      <select
        autoComplete="off"
        data-autosubmit
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        {...select}
      >
        <Options options={options} />
      </select>
      <noscript>
        <button type="submit" className={`link-line ${buttonHeight}`}>
          {submitLabel}
        </button>
      </noscript>
    </>
  )
}

type SortProps = { sort: string; options: readonly Option[]; className?: string }

export function SortSelect({ sort, options, className = '' }: SortProps) {
  return (
    <>
      <label htmlFor="sort" className="text-ink-soft">
        Sort by
      </label>
      <AutoSubmitSelect
        id="sort"
        name="sort"
        key={sort}
        defaultValue={sort}
        options={options}
        submitLabel="Sort"
        className={`min-h-11 cursor-pointer bg-transparent ${className}`}
      />
    </>
  )
}
