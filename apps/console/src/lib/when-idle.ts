/**
 * Resolves once the page has nothing else to do, at the latest after `latestMs`: what is only fetched
 * beforehand never stands in the way of a key or a frame.
 */
export const whenIdle = (latestMs: number): Promise<void> =>
  new Promise((done) => {
    // Some browsers know no idle times.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => done(), { timeout: latestMs })
    else setTimeout(done, latestMs / 10)
  })
