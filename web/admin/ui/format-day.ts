import { formatDate } from '#core/dates.ts'

/** `2026-11-30` as Nov 30, 2026. */
export const formatDay = (day: string) => formatDate(new Date(`${day}T00:00Z`), 'UTC', 'medium')
