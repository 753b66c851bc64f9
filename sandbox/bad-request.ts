/** An error in Stripe's words, with Stripe's error code if it has one. */
export class BadRequest extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}
