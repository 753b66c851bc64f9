import { href } from 'react-router'

export function loginPath(next: string | null): string {
  return next ? `${href('/login')}?${new URLSearchParams({ next })}` : href('/login')
}
