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
  /** Only uploads have one, and only they can be changed and deleted. */
  path: string | null
}

/** Further uses of a picture are not counted. */
export const MAX_USES = 20

export type PictureUse = {
  pictureId: string
  id: string
  name: string
  kind: 'product' | 'content' | 'category' | 'collection'
}
