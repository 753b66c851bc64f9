/** Reads what is the same for all visitors, once until a product among its tags changes (by default, any product). */
export type SharedReads = <T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  tagsOf?: (value: T) => string[],
) => Promise<T>
