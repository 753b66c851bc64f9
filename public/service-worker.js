// Shows a page of the store instead of the browser's own error when a page can't be loaded. Nothing else is cached.
const CACHE = 'offline'
const OFFLINE_PAGE = '/offline'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE_PAGE)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate') return
  // A worker's request has the store's origin, so it must not pass on a form of another site.
  const isOwn = request.method === 'GET' || request.referrer.startsWith(`${self.location.origin}/`)
  if (isOwn) event.respondWith(load(event))
})

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = await offlinePage()
    if (page) return page
    throw error
  }
}

function offlinePage() {
  return caches.match(OFFLINE_PAGE)
}
