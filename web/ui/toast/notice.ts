export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  link?: { to: string; text: string }
}

export type ActiveToast = { notice: Notice; id: number }
