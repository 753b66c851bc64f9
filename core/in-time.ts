/** The value of a promise, or the fallback if it takes longer. Fails if the promise does before. */
export function inTime<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  fallback: Value,
): Promise<Value> {
  const { promise: timedOut, resolve } = Promise.withResolvers<Value>()
  const timer = setTimeout(resolve, milliseconds, fallback)
  return Promise.race([promise, timedOut]).finally(() => clearTimeout(timer))
}
