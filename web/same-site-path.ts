/** Prevents open redirects: `target` comes from a form or URL. */
export function sameSitePath(target: FormDataEntryValue | string | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback
  try {
    const url = new URL(target, 'http://here.invalid')
    return url.host === 'here.invalid' && !url.pathname.startsWith('//')
      ? url.pathname + url.search
      : fallback
  } catch {
    return fallback
  }
}
