/** Where bytes are kept that are not rows: a folder, or any S3-compatible store. Paths use slashes and never climb. */
export type Files = {
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Whole or not at all: nobody ever reads half a file. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}
