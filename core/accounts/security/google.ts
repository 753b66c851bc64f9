export const GOOGLE_PROBLEMS = {
  'not-configured': 'Google login is not configured. Please contact support or use email/password login.',
  refused: 'Google authentication failed. Please try again or use email/password login.',
  unverified: 'Please verify your email address before signing in.',
  failed: 'Failed to authenticate with Google. Please try again.',
  unexpected: 'Something went wrong with Google login. Please try email/password login instead.',
} as const

export type GoogleProblem = keyof typeof GOOGLE_PROBLEMS

export function isGoogleProblem(value: string | null): value is GoogleProblem {
  return value !== null && Object.hasOwn(GOOGLE_PROBLEMS, value)
}
