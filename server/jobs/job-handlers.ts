import type { JobName, JobPayloads } from '#core/outbox/outbox.server.ts'

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }
