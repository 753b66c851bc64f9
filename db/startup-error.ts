/** Its message is one line that names the problem and the fix. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
