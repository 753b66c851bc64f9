/** The IDs of the routes whose pages need the whole route manifest. */
export const BACK_OFFICE: ReadonlySet<string> = new Set(['admin/layout', 'legacy-admin/layout'])

/** The build writes this manifest, which leaves out the screens of the back office. The development server doesn't. */
export function storefrontManifestUrl(manifestUrl: string): string {
  return manifestUrl.replace('/assets/manifest-', '/assets/storefront-manifest-')
}
