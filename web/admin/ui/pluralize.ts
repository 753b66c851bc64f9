export const formatNumber = (count: number) => count.toLocaleString('en-US')

/** '1 row', '1,200 rows'. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`
