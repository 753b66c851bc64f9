export const SEVERITIES = ['serious', 'other'] as const
export type Severity = (typeof SEVERITIES)[number]

export const SEVERITY_NAMES: Record<Severity, string> = { serious: 'Serious', other: 'Other' }
