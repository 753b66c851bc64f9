export const MAX_HEADER_LINKS = 10
export const MAX_COLUMNS = 4
export const MAX_COLUMN_LINKS = 12
export const MAX_SOCIAL_LINKS = 10
export const MAX_LABEL = 60
