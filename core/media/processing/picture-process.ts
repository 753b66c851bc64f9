import sharp from 'sharp'
import { serveTasks } from '#core/child-process/serve-tasks.ts'
import { pictureTasks } from './picture-tasks.ts'

sharp.cache(false)
serveTasks(pictureTasks)
