import { type MouseEvent, useEffect, useRef } from 'react'
import type { AdminContent, HomeFields } from '#core/content/content.ts'
import { BLOCK_KINDS } from '#core/content/home/blocks.ts'
import { HOME_SECTIONS, MAX_SECTIONS } from '#core/content/home/sections.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { Section } from '../../ui/section.tsx'
import { useIsBusy } from '../use-is-busy.ts'
import { addAction, CONTENT_FORM, sectionAction } from './move-actions.ts'
import { BLOCK_LABELS, SECTION_LABELS, sectionLabel } from './section-labels.ts'

type Props = { item: AdminContent; home: HomeFields }

/** Its buttons belong to the page's form, whose first button must be the one that saves. */
export function SectionOrder({ item, home: { sections, blocks, schedules } }: Props) {
  const { list, remember } = useFocusOnMoved(item.version)
  const isBusy = useIsBusy()
  const path = useAdminPath()(`content/${item.id}`)

  function move(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else remember(event.currentTarget)
  }

  return (
    <Section title="Order">
      <ol ref={list} className="divide-y divide-hairline border-hairline border-y">
        <li className={ROW}>Hero</li>
        {sections.map((section, index) => (
          <li key={section} className={ROW}>
            <span className="min-w-0 break-words">
              {sectionLabel(section, blocks)}
              {schedules[section] && <span className="text-ink-soft"> · Scheduled</span>}
            </span>
            <span className="flex gap-4">
              {(['up', 'down', 'remove'] as const).map(
                (action) =>
                  !(action === 'up' && index === 0) &&
                  !(action === 'down' && index === sections.length - 1) &&
                  !(action === 'remove' && sections.length === 1) && (
                    <TextButton
                      key={action}
                      form={CONTENT_FORM}
                      formAction={sectionAction(path, section, action)}
                      aria-disabled={isBusy}
                      onClick={move}
                    >
                      {ACTION_LABELS[action]}
                      <span className="sr-only"> {sectionLabel(section, blocks)}</span>
                    </TextButton>
                  ),
              )}
            </span>
          </li>
        ))}
        <li className={ROW}>Account</li>
      </ol>
      {sections.length < MAX_SECTIONS && (
        <div className="mt-4 flex items-end gap-4">
          <Select
            label="New section"
            name="newSection"
            form={CONTENT_FORM}
            options={newSections(sections)}
            className="grow"
          />
          <SubmitButton
            form={CONTENT_FORM}
            formAction={addAction(path)}
            variant="secondary"
            disabled={isBusy}
          >
            Add
          </SubmitButton>
        </div>
      )}
      <p className="mt-2 text-ink-soft">
        Moving, adding, and removing a section saves the draft. Shoppers see it once you publish.
      </p>
    </Section>
  )
}

const ACTION_LABELS = { up: 'Move up', down: 'Move down', remove: 'Remove' }

/** Those of a new store that were removed, and any number of the others. */
function newSections(sections: string[]): Option[] {
  const removed = HOME_SECTIONS.filter((name) => !sections.includes(name))
  return [
    ...BLOCK_KINDS.map(
      (kind): Option => [
        kind === 'products' || kind === 'story' ? `block-${kind}` : kind,
        BLOCK_LABELS[kind],
      ],
    ),
    ...removed.map((name): Option => [name, SECTION_LABELS[name]]),
  ]
}

const ROW = 'flex min-h-10 flex-wrap items-center justify-between gap-x-4'

/** Rows that move lose the focus. At either end, one of the two buttons is gone. */
function useFocusOnMoved(version: number) {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ row: Element | null; action: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft is a new version
  useEffect(() => {
    if (!pressed.current) return
    const { row, action } = pressed.current
    pressed.current = null
    const buttons = [...(row?.querySelectorAll('button') ?? [])]
    const button = buttons.find(({ formAction }) => formAction === action) ?? buttons[0]
    button?.focus()
  }, [version])
  const remember = (button: HTMLButtonElement) => {
    pressed.current = { row: button.closest('li'), action: button.formAction }
  }
  return { list, remember }
}
