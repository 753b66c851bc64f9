import './rich-text-editor.css'
import type { Node } from 'prosemirror-model'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fromPlainText } from '#core/content/read-rich-text.ts'
import { RICH_TEXT_LIMITS } from '#core/content/rich-text-names.ts'
import type { EditorDialog } from './editor-dialog.ts'
import { EditorDialogs } from './editor-dialogs.tsx'
import { toEditor, toJson } from './editor-document.ts'
import { editorPlugins } from './editor-plugins.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { RichTextFieldProps } from './rich-text-props.ts'
import { useEditorView } from './use-editor-view.ts'

type Props = RichTextFieldProps & {
  /** What was typed before the editor loaded, if it differs from the saved text. */
  typedText: RefObject<string | null>
}

/** Loaded only on screens with rich text. */
export default function RichTextEditor(props: Props) {
  const saved = useMemo(() => toEditor(props.document), [props.document])
  return saved ? <LoadedEditor {...props} saved={saved} /> : <UnknownFormat label={props.label} />
}

function UnknownFormat({ label }: { label: string }) {
  return (
    <p>{label}: a newer release of the store wrote this text. You can still change everything else here.</p>
  )
}

function LoadedEditor(props: Props & { saved: Node }) {
  const { name, label, document, error, onChange, typedText, saved } = props
  // The mounted editor holds it, and dialogs add to it, so a later render must not replace it.
  const [library] = useState(() => structuredClone(props.library))
  const id = useId()
  const mount = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const [notice, setNotice] = useState('')
  const savedJson = useMemo(() => JSON.stringify(document), [document])
  const { state, run, focus } = useEditorView(mount, () => ({
    content: initialContent(typedText.current, saved),
    library,
    notify: setNotice,
    plugins: editorPlugins({
      openLinkDialog: () => setDialog('link'),
      focusToolbar: () => toolbar.current?.querySelector<HTMLElement>('select, button')?.focus(),
    }),
    attributes: {
      id: `${id}-text`,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-hint`,
      class: 'rich-text min-h-80 px-4 py-4 outline-none md:px-6',
    },
  }))
  const isChanged = state !== null && !state.doc.eq(saved)
  const json = isChanged ? toJson(state.doc) : savedJson
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form compares its fields again
  useEffect(onChange, [json])
  const length = state?.doc.textContent.length ?? 0

  return (
    <div>
      <p id={`${id}-label`} className="text-ink-soft">
        {label}
      </p>
      <div className="mt-1 border border-control focus-within:border-ink has-[[role=textbox]:focus-visible]:outline-2">
        {state && <EditorToolbar ref={toolbar} state={state} run={run} openDialog={setDialog} />}
        <div ref={mount} />
      </div>
      <input type="hidden" name={name} value={json} data-saved={savedJson} />
      <div className="mt-1 flex flex-wrap justify-between gap-x-6 text-ink-soft">
        <p id={`${id}-hint`}>Alt+F10 opens the toolbar, Ctrl+K adds a link.</p>
        <Length characters={length} />
      </div>
      <p role="status" className="text-rosewood">
        {notice}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-rosewood">
          {error}
        </p>
      )}
      {state && dialog && (
        <EditorDialogs
          dialog={dialog}
          state={state}
          library={library}
          run={run}
          onClose={() => {
            setDialog(null)
            focus()
          }}
        />
      )}
    </div>
  )
}

function initialContent(typedText: string | null, saved: Node): Node {
  return (typedText === null ? null : toEditor(fromPlainText(typedText))) ?? saved
}

function Length({ characters }: { characters: number }) {
  const maximum = RICH_TEXT_LIMITS.characters
  const isNear = characters > maximum * 0.9
  return (
    <p className={`tabular ${isNear ? 'text-rosewood' : ''}`}>
      {characters.toLocaleString('en-US')} characters
      {isNear && ` of ${maximum.toLocaleString('en-US')}`}
    </p>
  )
}
