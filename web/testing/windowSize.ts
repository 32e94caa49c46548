import { vi } from 'vitest'
import { PHONE } from '../ui/useMedia.ts'

function matchOnly(matches: (query: string) => boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: matches(query),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
}

/** Makes the window wide enough for tables until the end of the test. */
export function useDesktopWindow() {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440)
  matchOnly((query) => query.startsWith('(width >='))
}

/** Makes the window as narrow as a phone until the end of the test. */
export function usePhoneWindow() {
  matchOnly((query) => query === PHONE)
}
