export const UNEXPECTED_ERROR = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  tone: 'destructive',
} as const
