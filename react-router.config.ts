import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  serverBuildFile: 'app.js',
  routeDiscovery: { mode: 'initial' },
} satisfies Config
