/** Why the store can't start: one line that names the thing and the mend. */
export class StartupError extends Error {
  override readonly name = 'CannotStart'
}
