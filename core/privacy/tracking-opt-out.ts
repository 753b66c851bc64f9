/** Global Privacy Control or Do Not Track. */
export function optsOutOfTracking(headers: { [name: string]: string | string[] | undefined }): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}
