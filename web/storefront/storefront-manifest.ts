/** The IDs of the routes that the storefront's manifest leaves out, with those below them. */
export const BACK_OFFICE: ReadonlySet<string> = new Set(['admin/layout', 'legacy-admin/layout'])

/** From the admin login, the back office opens in place, and greets with a toast. */
export function needsWholeManifest(routeId: string): boolean {
  return BACK_OFFICE.has(routeId) || routeId === 'account/sign-in/admin-login'
}

/** The build writes this manifest, which leaves out the screens of the back office. The development server doesn't. */
export function storefrontManifestUrl(manifestUrl: string): string {
  return manifestUrl.replace('/assets/manifest-', '/assets/storefront-manifest-')
}
