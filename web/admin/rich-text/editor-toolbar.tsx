import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { RICH_TEXT_BLOCKS, RICH_TEXT_VALUES } from '#core/content/rich-text-names.ts'
import {
  insertNode,
  isInside,
  isMarkActive,
  linkAt,
  setTextStyle,
  type TextStyle,
  textStyleAt,
  toggleBold,
  toggleItalic,
  toggleList,
  toggleQuote,
} from './editor-commands.ts'
import type { EditorDialog } from './editor-dialog.ts'
import { NODES } from './editor-schema.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  state: EditorState
  run(command: Command): void
  openDialog(dialog: EditorDialog): void
}

const STYLES: Record<TextStyle, string> = {
  paragraph: 'Paragraph',
  heading: 'Heading',
  subheading: 'Subheading',
}

export function EditorToolbar({ ref, state, run, openDialog }: Props) {
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Formatting"
      aria-orientation="horizontal"
      onKeyDown={moveFocus}
      className="sticky top-14 z-10 flex flex-wrap items-center gap-x-0.5 gap-y-1 border-hairline border-b bg-white p-1 md:top-0"
    >
      <select
        aria-label="Text style"
        value={textStyleAt(state)}
        onChange={({ target }) => run(setTextStyle(target.value as TextStyle))}
        className={SELECT}
      >
        {Object.entries(STYLES).map(([style, text]) => (
          <option key={style} value={style}>
            {text}
          </option>
        ))}
      </select>
      <ToolButton
        name="Bold"
        keys="Ctrl+B"
        isOn={isMarkActive(state, 'bold')}
        onClick={() => run(toggleBold)}
      >
        <strong>B</strong>
      </ToolButton>
      <ToolButton
        name="Italic"
        keys="Ctrl+I"
        isOn={isMarkActive(state, 'italic')}
        onClick={() => run(toggleItalic)}
      >
        <em className="font-display">I</em>
      </ToolButton>
      <ToolButton name="Link" keys="Ctrl+K" isOn={linkAt(state) !== ''} onClick={() => openDialog('link')} />
      <ToolButton
        name="Bullets"
        keys="Ctrl+Shift+8"
        isOn={isInside(state, NODES.bulletList)}
        onClick={() => run(toggleList(NODES.bulletList))}
      />
      <ToolButton
        name="Numbers"
        keys="Ctrl+Shift+7"
        isOn={isInside(state, NODES.orderedList)}
        onClick={() => run(toggleList(NODES.orderedList))}
      />
      <ToolButton
        name="Quote"
        keys="Ctrl+Shift+9"
        isOn={isInside(state, NODES.blockquote)}
        onClick={() => run(toggleQuote)}
      />
      <ToolButton name="Divider" onClick={() => run(insertNode(NODES.horizontalRule))} />
      <ToolButton name="Picture" onClick={() => openDialog('picture')} />
      <ToolButton name="Product" onClick={() => openDialog('product')} />
      <InsertSelect
        label="Insert from settings"
        groups={{ Value: RICH_TEXT_VALUES, Block: RICH_TEXT_BLOCKS }}
        onChoose={(kind, name) => run(insertNode(kind === 'Value' ? NODES.value : NODES.block, { name }))}
      />
      <span className="ml-auto flex">
        <ToolButton name="Undo" keys="Ctrl+Z" disabled={!undoDepth(state)} onClick={() => run(undo)} />
        <ToolButton name="Redo" keys="Ctrl+Y" disabled={!redoDepth(state)} onClick={() => run(redo)} />
      </span>
    </div>
  )
}

const SELECT = 'h-8 cursor-pointer bg-transparent px-1 hover:bg-paper-deep'

type ToolButtonProps = {
  name: string
  keys?: string
  isOn?: boolean
  disabled?: boolean
  onClick(): void
  children?: ReactNode
}

function ToolButton({ name, keys, isOn, disabled = false, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isOn}
      aria-disabled={disabled || undefined}
      title={keys ? `${name} (${keys})` : name}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
      className="h-8 min-w-8 cursor-pointer px-1.5 hover:bg-paper-deep aria-disabled:cursor-default aria-disabled:opacity-40 aria-pressed:bg-ink aria-pressed:text-white"
    >
      {children ?? name}
    </button>
  )
}

type InsertSelectProps = {
  label: string
  groups: Record<string, Record<string, string>>
  onChoose(group: string, name: string): void
}

function InsertSelect({ label, groups, onChoose }: InsertSelectProps) {
  return (
    <select
      aria-label={label}
      value=""
      onChange={({ target }) => {
        const [group = '', name = ''] = target.value.split(' ')
        onChoose(group, name)
      }}
      className={`${SELECT} max-w-32`}
    >
      <option value="">From settings…</option>
      {Object.entries(groups).map(([group, names]) => (
        <optgroup key={group} label={group}>
          {Object.entries(names).map(([name, text]) => (
            <option key={name} value={`${group} ${name}`}>
              {text}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** Arrow keys move between the controls. Those of a select element change its value, so they stay as they are. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step || event.target instanceof HTMLSelectElement) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')]
  const next = controls.indexOf(event.target as HTMLElement) + step
  controls.at(next % controls.length)?.focus()
  event.preventDefault()
}
