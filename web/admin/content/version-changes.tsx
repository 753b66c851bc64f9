import type { LineChange } from '#core/content/compare/diff-lines.ts'

/** Unchanged lines beside a change, for orientation. */
const CONTEXT = 1

/** What restoring the version would change. */
export function VersionChanges({ changes }: { changes: LineChange[] }) {
  if (changes.every(({ type }) => type === 'same'))
    return <p className="border-hairline border-y py-6">This version has the same text as the draft.</p>
  return (
    <>
      <p className="text-ink-soft">What restoring this version would change in the draft.</p>
      <ol aria-label="Changes" className="mt-4 max-w-3xl border-hairline border-y py-3">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines don't change while they are shown
          <ChangedLine key={index} change={change} isShown={isNearChange(changes, index)} />
        ))}
      </ol>
    </>
  )
}

function isNearChange(changes: LineChange[], index: number): boolean {
  return changes.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ type }) => type !== 'same')
}

const LOOKS = {
  same: { className: 'text-ink-soft', mark: '', name: '' },
  removed: { className: 'border-rosewood border-l-2 line-through', mark: '−', name: 'Removed: ' },
  added: { className: 'border-moss border-l-2', mark: '+', name: 'Added: ' },
}

function ChangedLine({ change: { type, text }, isShown }: { change: LineChange; isShown: boolean }) {
  if (!isShown) return null
  const { className, mark, name } = LOOKS[type]
  return (
    <li className="flex gap-3 py-1">
      <span aria-hidden="true" className="w-3 shrink-0">
        {mark}
      </span>
      <span className={`wrap-anywhere min-w-0 pl-3 ${className}`}>
        {name && <span className="sr-only">{name}</span>}
        {text || ' '}
      </span>
    </li>
  )
}
