import { serveTasks } from './serve-tasks.ts'

export const busyTasks = {
  answer: (value: string) => value,
  block: () => {
    for (;;);
  },
  fillMemory: () => {
    const texts: string[] = []
    for (;;) texts.push(`${Math.random()}`.repeat(1000).slice(1))
  },
}
if (process.send) serveTasks(busyTasks)
