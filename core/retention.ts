/** Retention periods, in one place. Jobs delete what is older, and the privacy page states it. */
export const RETENTION = {
  /** From the last visit. */
  sessionDays: 30,
  attemptHours: 24,
  idempotencyHours: 24,
  cartMergeDays: 90,
  visitCountDays: 400,
  /** As long as the cookie that identifies the browser. */
  knownDeviceDays: 365,
  /** From the last email with a link to confirm. */
  unconfirmedAccountDays: 14,
  /** Longer than any payment can arrive late. */
  unpaidOrderDays: 90,
  /** From the last change of a draft that was never sent. */
  draftOrderDays: 90,
  newsletterRequestDays: 30,
  /** Shows that the newsletter was sent with consent. */
  formerSubscriberDays: 365,
  /** From the request: that long, someone without an account waits for a product, or for a proof of their consent. */
  guestAlertDays: 365,
  unsentEmailDays: 30,
  /** From when it was sent or cancelled. As long as its link works. */
  checkoutReminderDays: 30,
  /** From the request. The audit log records it permanently, without the reasons that were typed. */
  approvalRequestDays: 730,
  /** Who read personal data, by day. */
  personalDataReadDays: 400,
  webhookDeliveryDays: 30,
  apiKeyUseDays: 2,
  /** From the day it was received: cosmetics law asks for six years. */
  adverseEventYears: 6,
  /** The owner can still resend it. */
  expiredInvitationDays: 30,
} as const
