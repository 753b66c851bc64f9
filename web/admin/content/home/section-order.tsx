import { type MouseEvent, useEffect, useRef } from 'react'
import type { AdminContent } from '#core/content/content.ts'
import { type HomeSection, isMovable } from '#core/content/home/sections.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { Section } from '../../ui/section.tsx'
import { useIsBusy } from '../use-is-busy.ts'
import { CONTENT_FORM, moveAction } from './move-actions.ts'

const LABELS: Record<HomeSection, string> = {
  offers: 'Offers',
  products: 'Popular products',
  story: 'Story',
  categories: 'Shop by category',
  tiles: 'Tiles',
}

type Props = { item: AdminContent; sections: HomeSection[] }

/** Its buttons belong to the page's form, whose first button must be the one that saves. */
export function SectionOrder({ item, sections }: Props) {
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
            {LABELS[section]}
            {isMovable(section) && (
              <span className="flex gap-4">
                {(['up', 'down'] as const).map(
                  (direction) =>
                    index !== (direction === 'up' ? 0 : sections.length - 1) && (
                      <TextButton
                        key={direction}
                        form={CONTENT_FORM}
                        formAction={moveAction(path, section, direction)}
                        aria-disabled={isBusy}
                        onClick={move}
                      >
                        Move {direction}
                        <span className="sr-only"> {LABELS[section]}</span>
                      </TextButton>
                    ),
                )}
              </span>
            )}
          </li>
        ))}
        <li className={ROW}>Account</li>
      </ol>
      <p className="mt-2 text-ink-soft">
        Moving a section saves the draft. The other sections keep their order.
      </p>
    </Section>
  )
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
