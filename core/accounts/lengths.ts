/** Apart from the schemas, so that a page may name them without bringing a validator to the browser. */
export const LEAST_PASSWORD = 8
export const LEAST_ADMIN_PASSWORD = 6
export const LONGEST_PASSWORD = 128
