/** Replaces a part of a page. */
export type Edit = { start: number; end: number; text: string }

/** Returns the edited page in parts. As one string, it would be copied once more, and copies of large strings are slow. */
export function applyEdits(html: string, edits: Edit[]): string[] {
  const parts: string[] = []
  let end = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < end) continue
    parts.push(html.slice(end, edit.start), edit.text)
    end = edit.end
  }
  return [...parts, html.slice(end)]
}
