import { vi } from 'vitest'

/** Makes the window wide enough for tables until the end of the test. */
export function useDesktopWindow() {
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
