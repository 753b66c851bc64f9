export const REMINDER_STATES = ['waiting', 'sent', 'cancelled'] as const
export type ReminderState = (typeof REMINDER_STATES)[number]

/** What shoppers agree to. A changed text gets a new name, because reminders store which one it was. */
export const REMINDER_CONSENTS = { 'checkout-1': 'Email me a reminder if I don’t finish' } as const
export const REMINDER_CONSENT: keyof typeof REMINDER_CONSENTS = 'checkout-1'

/** An address gets at most one in this time, also if it was typed by someone else. */
export const DAYS_BETWEEN_REMINDERS = 7
