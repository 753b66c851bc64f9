export type LineChange = { type: 'same' | 'added' | 'removed'; text: string }

/** Above this, a comparison would take seconds: then everything between the first and the last change is replaced. */
const MAX_CELLS = 4_000_000

/** The fewest lines to remove and add to turn one text into the other. */
export function diffLines(before: string[], after: string[]): LineChange[] {
  const start = countSame(before, after)
  const end = Math.min(
    countSame(before.toReversed(), after.toReversed()),
    Math.min(before.length, after.length) - start,
  )
  const same = (lines: string[]) => lines.map((text): LineChange => ({ type: 'same', text }))
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

function countSame(first: string[], second: string[]): number {
  const index = first.findIndex((line, position) => line !== second[position])
  return index === -1 ? first.length : index
}

function diffMiddle(before: string[], after: string[]): LineChange[] {
  const removed = before.map((text): LineChange => ({ type: 'removed', text }))
  const added = after.map((text): LineChange => ({ type: 'added', text }))
  if (!before.length || !after.length || before.length * after.length > MAX_CELLS)
    return [...removed, ...added]
  const lengths = commonLengths(before, after)
  const width = after.length + 1
  const changes: LineChange[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, current] = [removed[row], added[column]]
    if (old && current && old.text === current.text) {
      changes.push({ type: 'same', text: old.text })
      row++
      column++
    } else if (
      old &&
      (!current || longest(lengths, (row + 1) * width + column) >= longest(lengths, row * width + column + 1))
    ) {
      changes.push(old)
      row++
    } else if (current) {
      changes.push(current)
      column++
    }
  }
  return changes
}

/** By position, the length of the longest common subsequence of what follows. */
function commonLengths(before: string[], after: string[]): Uint32Array {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? longest(lengths, (row + 1) * width + column + 1) + 1
          : Math.max(longest(lengths, (row + 1) * width + column), longest(lengths, row * width + column + 1))
  return lengths
}

const longest = (lengths: Uint32Array, index: number): number => lengths[index] ?? 0
