export const number = (count: number) => count.toLocaleString('en-US')

/** '1 row', '1,200 rows'. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`
