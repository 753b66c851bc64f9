export type LibraryPicture = {
  id: string
  name: string
  type: string
  bytes: number
  url: string
  thumbnailUrl: string
  alt: string | null
  pictureId: string | null
  /** The ID that pages and posts use. A banner’s stays the same when its photograph changes. */
  contentId: string | null
  /** Of an upload. Only uploads can be changed and deleted. */
  path: string | null
}

/** Of one picture. More are not counted. */
export const MAX_USES = 20

export type PictureUse = { pictureId: string; id: string; name: string; kind: 'product' | 'content' }
