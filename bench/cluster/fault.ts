/** Breaks something. `repair` does what systemd or an administrator would do later. */
export type Fault = {
  name: string
  inject(): Promise<{ repair(): Promise<void> | void; note?: string }>
}
