export const SECOND_FACTOR_ROLES = ['owner', 'manager', 'packer', 'editor', 'bookkeeper', 'support'] as const
export type SecondFactorRole = (typeof SECOND_FACTOR_ROLES)[number]
