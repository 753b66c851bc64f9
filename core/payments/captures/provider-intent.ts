/** What the provider holds of a payment that is captured later. */
export type ProviderIntent = {
  id: string
  /** `processing`: an app or a bank still decides. `failed`: the shopper may try again, if their session is open. */
  state: 'processing' | 'authorized' | 'captured' | 'released' | 'failed'
  /** What was captured of it. */
  captured: number
  /** The provider releases it then. */
  authorizedUntil: Date | null
}

export type CaptureCalls = {
  findIntent(id: string): Promise<ProviderIntent>
  /** Captures once; what remains of the authorization is released. */
  captureIntent(params: { intentId: string; amount: number }, key: string): Promise<ProviderIntent>
  /** Rejected if it was captured or released already. */
  releaseIntent(intentId: string): Promise<ProviderIntent>
}
