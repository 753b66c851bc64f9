export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  link?: { to: string; text: string }
  /** It says what to do next, so it also stays on the page. */
  isNextStep?: boolean
}

/** A toast goes after five seconds, and may be the only message. */
export const staysOnPage = ({ tone, isNextStep }: Notice) => tone === 'destructive' || isNextStep === true

export type ActiveToast = { notice: Notice; id: number }
