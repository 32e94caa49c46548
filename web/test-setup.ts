import { cleanup, configure, renderHook } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { forgetDrafts } from './messages/drafts.ts'
import { forgetInvites } from './people/openInvites.ts'
import { dismiss, useToasts } from './ui/toasts.ts'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

// The tests of a file share its document and its modules: each leaves them as it found them.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  // Otherwise the next test could see the message it waits for before it did anything.
  const { result, unmount } = renderHook(useToasts)
  for (const { id } of result.current) dismiss(id)
  unmount()
  forgetDrafts()
  forgetInvites()
  localStorage.clear()
  document.documentElement.className = ''
  delete document.documentElement.dataset.anonymous
})
