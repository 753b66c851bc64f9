const waiting: (() => void)[] = []

/**
 * Resolves for one page per turn of the event loop, in the order of their requests. Between two renders, the server
 * sends the cached pages and accepts the connections that wait.
 */
export function waitForRenderTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length) setImmediate(startNext)
}
