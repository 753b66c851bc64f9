import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import type { Plugin } from 'prosemirror-state'
import {
  indent,
  insertLineBreak,
  outdent,
  setTextStyle,
  toggleBold,
  toggleItalic,
  toggleList,
  toggleQuote,
} from './editor-commands.ts'
import { NODES } from './editor-schema.ts'

type Actions = { openLinkDialog(): void; focusToolbar(): void }

/** Tab isn't bound: it leaves the editor, so that the keyboard is never trapped. */
export function editorPlugins({ openLinkDialog, focusToolbar }: Actions): Plugin[] {
  const run = (action: () => void) => () => {
    action()
    return true
  }
  return [
    history(),
    inputRules({
      rules: [
        wrappingInputRule(/^\s*[-*]\s$/, NODES.bulletList),
        wrappingInputRule(/^1[.)]\s$/, NODES.orderedList),
        wrappingInputRule(/^>\s$/, NODES.blockquote),
        textblockTypeInputRule(/^(##|###)\s$/, NODES.heading, ([, marks = '']) => ({ level: marks.length })),
      ],
    }),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleBold,
      'Mod-i': toggleItalic,
      'Mod-k': run(openLinkDialog),
      'Mod-Alt-0': setTextStyle('paragraph'),
      'Mod-Alt-2': setTextStyle('heading'),
      'Mod-Alt-3': setTextStyle('subheading'),
      'Mod-Shift-7': toggleList(NODES.orderedList),
      'Mod-Shift-8': toggleList(NODES.bulletList),
      'Mod-Shift-9': toggleQuote,
      'Mod-]': indent,
      'Mod-[': outdent,
      'Shift-Enter': chainCommands(exitCode, insertLineBreak),
      'Alt-F10': run(focusToolbar),
      Enter: splitListItem(NODES.listItem),
    }),
    keymap(baseKeymap),
    gapCursor(),
  ]
}
