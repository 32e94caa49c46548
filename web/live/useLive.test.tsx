import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { meQuery } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { people } from '../testing/open.tsx'
import { useLive } from './useLive.ts'

/** A stream that stays open and sends nothing. */
class SilentStream extends EventTarget {
  close() {}
}
afterEach(() => vi.unstubAllGlobals())

test.each([true, false])(
  'what was read is outdated after Back to a page, from the cache: %s',
  async (persisted) => {
    vi.stubGlobal('EventSource', SilentStream)
    const client = newQueryClient()
    client.setQueryData(meQuery.queryKey, people.admin)
    client.setQueryData(['GET /api/jobs'], [])
    const { unmount } = renderHook(useLive, {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    })
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    await new Promise(setImmediate)
    expect(client.getQueryState(['GET /api/jobs'])?.isInvalidated).toBe(persisted)
    unmount()
  },
)
