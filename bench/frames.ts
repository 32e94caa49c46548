import type { Page } from 'playwright-core'

/** Figures in milliseconds. */
export interface Smoothness {
  readonly longestTask: number
  readonly medianFrame: number
}

/** Measures the smoothness of the page during an action. */
export async function smoothness(page: Page, act: () => Promise<void>): Promise<Smoothness> {
  const watch = await page.evaluateHandle(watchFrames)
  await act()
  return watch.evaluate(({ stop }) => stop())
}

/** Runs in the page: measures frames and long tasks until `stop` is called. */
function watchFrames() {
  const frames: number[] = []
  // Tasks under 50 ms are not reported.
  const tasks: number[] = [0]
  const add = (list: PerformanceEntryList) => {
    for (const { duration } of list) tasks.push(duration)
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'longtask' })
  let isOn = true
  const next = (before: number) =>
    requestAnimationFrame((now) => {
      frames.push(now - before)
      if (isOn) next(now)
    })
  requestAnimationFrame(next)
  const stop = () => {
    isOn = false
    add(observer.takeRecords())
    observer.disconnect()
    const medianFrame = frames.sort((a, b) => a - b)[Math.floor(frames.length / 2)]
    return { longestTask: Math.max(...tasks), medianFrame: medianFrame ?? Number.NaN }
  }
  return { stop }
}
