/** Separate from the schemas, so that pages can use them without bundling zod. */
export const MIN_PASSWORD_LENGTH = 8
export const MIN_ADMIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128
