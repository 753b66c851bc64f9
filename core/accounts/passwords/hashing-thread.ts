import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#core/thread-priority.ts'
import { deriveKey, type KeyRequest } from './password-hash.ts'

lowerThreadPriority()

parentPort?.on('message', (request: KeyRequest) => parentPort?.postMessage(deriveKey(request)))
