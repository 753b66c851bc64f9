/** Chosen instead of a role, to remove someone from the staff. */
export const NO_ROLE = 'none'
