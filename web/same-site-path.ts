/** A path of this store to go back to, whatever a form or an address says. */
export function sameSitePath(
  wanted: FormDataEntryValue | string | null | undefined,
  otherwise = '/',
): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return otherwise
  try {
    const url = new URL(wanted, 'http://here.invalid')
    return url.host === 'here.invalid' && !url.pathname.startsWith('//')
      ? url.pathname + url.search
      : otherwise
  } catch {
    return otherwise
  }
}
