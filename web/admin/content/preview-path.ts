/** Without a version, of the draft. */
export const previewPath = ({ id }: { id: string }, version?: number) =>
  version === undefined ? `/preview/${id}` : `/preview/${id}?version=${version}`
