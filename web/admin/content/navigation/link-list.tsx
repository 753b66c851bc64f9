import { useEffect, useState } from 'react'
import { MAX_COLUMN_LINKS, MAX_HEADER_LINKS, MAX_SOCIAL_LINKS } from '#core/content/navigation/limits.ts'
import type { AdminLink } from '#core/content/navigation/manage-navigation.server.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { savedField } from '../saved-field.ts'
import { OrderField, RowButtons } from './row-buttons.tsx'
import { type Keyed, useRows } from './use-rows.ts'

const LIMITS = { header: MAX_HEADER_LINKS, column: MAX_COLUMN_LINKS, social: MAX_SOCIAL_LINKS }

type LinkRow = Pick<AdminLink, 'address' | 'label' | 'name' | 'state'>
const NEW_LINK: LinkRow = { address: '', label: '', name: '', state: 'shown' }

type Props = {
  /** The fields are named by their place, such as `header.0.address`. */
  name: string
  label: string
  links: LinkRow[]
  max: keyof typeof LIMITS
  onChange(): void
}

/** The links, and an empty row for another one. */
export function LinkList({ name, label, links, max, onChange }: Props) {
  const saved = links.length < LIMITS[max] ? [...links, NEW_LINK] : links
  const { rows, order, savedOrder, isHydrated, list, move, remove, append } = useRows(saved, onChange)
  const [filled, setFilled] = useState(
    () => new Set(rows.flatMap(({ key, address }) => (address ? key : []))),
  )
  const hasEmptyRow = rows.some(({ key }) => !filled.has(key))
  const needsRow = !hasEmptyRow && rows.length < LIMITS[max]
  useEffect(() => {
    if (needsRow) append(NEW_LINK)
  })
  const lastFilled = rows.findLastIndex(({ key }) => filled.has(key))
  return (
    <>
      <OrderField name={name} order={order} saved={savedOrder} />
      <p aria-hidden="true" className={`${ROW} text-ink-soft max-sm:hidden`}>
        <span>{max === 'social' ? 'Address' : 'Links to'}</span>
        <span>Label</span>
      </p>
      <ol ref={list} className="space-y-3 sm:space-y-1 [&_label]:sr-only" aria-label={label}>
        {rows.map((row, index) => (
          <li key={row.key} data-row={row.key} className={ROW}>
            <LinkFields
              name={`${name}.${index}`}
              row={row}
              label={`${label} link ${index + 1}`}
              isSocial={max === 'social'}
              onFill={() => setFilled(new Set([...filled, row.key]))}
            />
            {isHydrated && filled.has(row.key) && (
              <RowButtons
                name={`${label} link ${index + 1}`}
                isFirst={index === 0}
                isLast={index === lastFilled}
                onMove={(steps) => move(index, steps)}
                onRemove={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

const ROW = 'grid gap-x-6 gap-y-1 sm:grid-cols-[3fr_2fr_11rem] sm:items-start'

const STATE_HINTS = {
  shown: undefined,
  hidden: 'Hidden, so the store leaves this link out.',
  deleted: 'This no longer exists, so the store leaves this link out.',
}

type FieldsProps = { name: string; label: string; row: Keyed<LinkRow>; isSocial: boolean; onFill(): void }

function LinkFields({ name, label: text, row, isSocial, onFill }: FieldsProps) {
  const { address, label, name: target, state } = row
  return (
    <>
      <Field
        label={text}
        {...savedField(`${name}.address`, address)}
        {...(!isSocial && { list: 'link-targets' })}
        placeholder={isSocial ? 'https://…' : 'Add a page, or an address'}
        hint={STATE_HINTS[state] && <span className="text-rosewood">{STATE_HINTS[state]}</span>}
        onInput={onFill}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
      <Field
        label={`Label of ${text}`}
        {...savedField(`${name}.label`, label)}
        placeholder={target || 'Label'}
        dir="auto"
        autoComplete="off"
      />
    </>
  )
}
