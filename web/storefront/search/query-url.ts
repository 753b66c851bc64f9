/** Apart from the other parameters of a search, which only the search page needs. */
export const queryUrl = (q: string): string => `/search?q=${encodeURIComponent(q.toWellFormed())}`
