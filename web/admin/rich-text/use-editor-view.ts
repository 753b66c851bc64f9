import type { Node } from 'prosemirror-model'
import { type Command, EditorState, type Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cleanClipboardHtml } from './clipboard-html.ts'
import { type EmbedLibrary, nodeViews } from './node-views.ts'
import { flattenLists, interceptPaste } from './paste.ts'

type Options = {
  content: Node
  library: EmbedLibrary
  plugins: Plugin[]
  attributes: Record<string, string>
  notify(message: string): void
}

/** Mounts the editor in an element, once. */
export function useEditorView(mount: RefObject<HTMLElement | null>, readOptions: () => Options) {
  const view = useRef<EditorView>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const options = useRef(readOptions)

  useLayoutEffect(() => {
    if (!mount.current) return
    const { content, library, plugins, attributes, notify } = options.current()
    const initialState = EditorState.create({ doc: content, plugins })
    const editor = new EditorView(mount.current, {
      state: initialState,
      attributes,
      nodeViews: nodeViews(library),
      transformPastedHTML: cleanClipboardHtml,
      transformPasted: flattenLists,
      handleDOMEvents: {
        paste: (target, event) => {
          const isHandled = interceptPaste(target, event, notify)
          if (isHandled) event.preventDefault()
          return isHandled
        },
      },
      dispatchTransaction(transaction) {
        editor.updateState(editor.state.apply(transaction))
        setState(editor.state)
      },
    })
    view.current = editor
    setState(initialState)
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [mount])

  function run(command: Command) {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    focus()
  }

  /** After a dialog has closed: until then, it holds the focus. */
  function focus() {
    setTimeout(() => view.current?.focus())
  }

  return { state, run, focus }
}
