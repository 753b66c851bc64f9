import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: true,
  // One file per entry of the server bundle: start, web, worker.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  // Separate files for client loaders, actions, and middleware would make the manifest of every page larger.
  splitRouteModules: false,
} satisfies Config
