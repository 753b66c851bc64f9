import { parentPort } from 'node:worker_threads'
import { deriveKey, type KeyRequest } from './password-hash.ts'
import { lowerThreadPriority } from './thread-priority.ts'

lowerThreadPriority()

parentPort?.on('message', (request: KeyRequest) => parentPort?.postMessage(deriveKey(request)))
