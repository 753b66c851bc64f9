import { serveTasks } from '#core/child-process/serve-tasks.ts'
import { importTasks } from './import-tasks.ts'

serveTasks(importTasks)
