export const previewPath = ({ id }: { id: string }) => `/preview/${id}`
