import { vi } from 'vitest'

/** Makes the window as wide as a desk's, where lists can be tables; to the end of the test. */
export function atADesk() {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440)
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.startsWith('(width >='),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
}
