/** What the buyer of a gift card enters. */
export type GiftCardDraft = {
  /** In minor units. */
  amount: number
  recipientName: string | null
  /** Null if the buyer prints it. */
  recipientEmail: string | null
  senderName: string
  message: string | null
  /** Null means as soon as it is paid. */
  sendAt: Date | null
}
