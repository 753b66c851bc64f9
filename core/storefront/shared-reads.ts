/**
 * Reads what is the same for all visitors, once until a product among its tags changes (by default, any product).
 * Without tags, it is for this visitor only.
 */
export type SharedReads = <T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  tagsOf?: (value: T) => string[] | undefined,
) => Promise<T>
