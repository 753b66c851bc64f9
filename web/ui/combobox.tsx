import { type ReactNode, useEffect, useId, useState } from 'react'

type ComboboxOption = { key: string; content: ReactNode; select(): void }
type ComboboxGroup = { title?: string; options: ComboboxOption[] }

type Props = {
  /** Keeps the focus; the list handles its keys. */
  input: HTMLInputElement
  label: string
  groups: ComboboxGroup[]
  isOpen: boolean
  /** Announced to screen readers. */
  status: string
  /** Enter picks the first option before any arrow key. */
  selectsFirst?: boolean
  /** The text changed, or the user opened the list. */
  onInput(): void
  onDismiss?(): void
  className: string
  optionClassName: string
}

/** The list of an ARIA combobox: arrow keys and Enter pick an option. */
export function Combobox({ input, label, groups, isOpen, selectsFirst = false, ...props }: Props) {
  const { status, onInput, onDismiss, className, optionClassName } = props
  const listId = useId()
  const first = selectsFirst ? 0 : -1
  const [active, setActive] = useState(first)
  const options = groups.flatMap((group) => group.options)
  const activeOption = isOpen ? options[active] : undefined

  function dismiss() {
    onDismiss?.()
    setActive(first)
  }
  function select(option: ComboboxOption) {
    dismiss()
    option.select()
  }

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': listId,
      'aria-activedescendant': activeOption ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
    if (activeOption) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, isOpen, listId, activeOption, active])

  useEffect(() => {
    function handleInput() {
      onInput()
      setActive(first)
    }
    function handleKeyDown(event: KeyboardEvent) {
      const { key, isComposing, altKey } = event
      if (isComposing) return
      if (key === 'ArrowDown' && !isOpen) {
        handleInput()
      } else if (key === 'ArrowDown' && !altKey) {
        setActive(active + 1 < options.length ? active + 1 : first)
      } else if (key === 'ArrowUp' && isOpen && !altKey) {
        setActive(active > first ? active - 1 : options.length - 1)
      } else if (key === 'Escape' && isOpen && onDismiss) {
        dismiss()
      } else if (key === 'Enter' && activeOption) {
        select(activeOption)
      } else {
        return
      }
      event.preventDefault()
    }
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('input', handleInput, { signal })
    input.addEventListener('keydown', handleKeyDown, { signal })
    input.addEventListener('blur', dismiss, { signal })
    input.form?.addEventListener('submit', dismiss, { signal })
    return () => controller.abort()
  })

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && status}
      </p>
      <div id={listId} role="listbox" aria-label={label} hidden={!isOpen} className={className}>
        {groups.map(({ title = '', options: groupOptions }) => (
          <Group key={title} title={title}>
            {groupOptions.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps focus and handles the keys
              <div
                key={option.key}
                id={`${listId}-${options.indexOf(option)}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === activeOption}
                className={`cursor-pointer hover:bg-paper-deep aria-selected:bg-paper-deep forced-colors:aria-selected:outline-2 ${optionClassName}`}
                // Keeps focus in the input; losing it would close the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => select(option)}
              >
                {option.content}
              </div>
            ))}
          </Group>
        ))}
      </div>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  if (!title) return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={id} className="pb-2">
      <p id={id} className="label px-2 py-1.5 text-ink-soft">
        {title}
      </p>
      {children}
    </div>
  )
}
