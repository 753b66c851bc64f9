/** Whether a request's body isn't a form, as anybody can send it. The platform has no other sign than its messages. */
export function isUnreadableForm(error: unknown): boolean {
  return error instanceof TypeError && /FormData|^Content-Type was not one of/.test(error.message)
}
