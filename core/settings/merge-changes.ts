import { isDeepStrictEqual } from 'node:util'

export type Merged<Value> = {
  value: Value
  /** The paths of what both changed, each to something else. */
  conflicts: string[]
}

/** Applies to `current` what differs between `base` and `changed`. A list counts as one value. */
export function mergeChanges<Value>(base: Value, changed: Value, current: Value, path = ''): Merged<Value> {
  if (isRecord(base) && isRecord(changed) && isRecord(current)) {
    const names = [...new Set([...Object.keys(current), ...Object.keys(changed)])]
    const parts = names.map((name) => {
      const merged = mergeChanges(base[name], changed[name], current[name], path ? `${path}.${name}` : name)
      return { name, ...merged }
    })
    return {
      value: Object.fromEntries(parts.map(({ name, value }) => [name, value])) as Value,
      conflicts: parts.flatMap(({ conflicts }) => conflicts),
    }
  }
  if (isDeepStrictEqual(changed, base)) return { value: current, conflicts: [] }
  const isConflict = !isDeepStrictEqual(current, base) && !isDeepStrictEqual(current, changed)
  return { value: changed, conflicts: isConflict ? [path] : [] }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
