import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { isPlain, toPlainText } from '#core/content/read-rich-text.ts'
import type { RichText } from '#core/content/rich-text.ts'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import type { RichTextFieldProps } from './rich-text-props.ts'

const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').catch(() => ({ default: EditorNotLoaded })),
)

/** The editor. Until it has loaded, and without scripts, a plain field for text without formatting. */
export function RichTextField(props: RichTextFieldProps) {
  const { name, fields } = { ...props, ...useFieldStates() }
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const typedText = useRef<string | null>(null)
  const plainField = <PlainTextField {...props} typedText={typedText} />
  if (!isHydrated) return plainField
  return (
    <Suspense fallback={plainField}>
      <RichTextEditor {...props} error={props.error ?? fields?.[name]} typedText={typedText} />
    </Suspense>
  )
}

type PlainTextFieldProps = RichTextFieldProps & { typedText: RefObject<string | null> }

function PlainTextField({ name, label, document, typedText }: PlainTextFieldProps) {
  if (!isPlain(document))
    return (
      <div className="min-h-80">
        <p className="text-ink-soft">{label}</p>
        <p className="mt-2 text-ink-soft noscript:hidden">Loading the editor…</p>
        <p className="mt-2 hidden noscript:block">
          This text has formatting, so editing it needs scripts. It doesn’t change, and you can edit
          everything else here.
        </p>
      </div>
    )
  const text = toParagraphs(document)
  return (
    <TextareaField
      label={label}
      name={`${name}Text`}
      rows={16}
      defaultValue={text}
      hint="A blank line starts a new paragraph. Formatting needs scripts."
      ref={(field) => {
        if (!field) return undefined
        return () => {
          if (field.value !== text) typedText.current = field.value
        }
      }}
    />
  )
}

function toParagraphs({ content }: RichText): string {
  return content.map((node) => toPlainText({ type: 'doc', content: [node] })).join('\n\n')
}

function EditorNotLoaded() {
  return (
    <InlineNotice
      notice={{
        title: 'The editor couldn’t be loaded',
        description: 'Check your connection and reload the page.',
        tone: 'destructive',
      }}
    />
  )
}
