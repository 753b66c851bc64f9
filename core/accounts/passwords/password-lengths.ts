/** Apart from the schemas, so that a page may name them without bringing a validator to the browser. */
export const MIN_PASSWORD_LENGTH = 8
export const MIN_ADMIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128
