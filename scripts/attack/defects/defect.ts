type Edit = { file: string; find: string; replace: string }

/** A vulnerability or an ordinary bug that the store doesn't have. */
export type Defect = {
  /** What an attacker can do with it, or what a user notices. */
  name: string
  /** Each `find` occurs exactly once in its file. Together they undo one protection, or make one mistake. */
  edits: Edit[]
  /** The file of the test that must fail, and a part of its name. */
  test: string
  testName: string
  /** The test waits for something that never comes, so that it fails by its timeout. */
  hangs?: true
}

export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined || more.length)
    throw new Error(`${file} contains ${source.split(find).length - 1} times, not once: ${find}`)
  return before + replace + after
}
