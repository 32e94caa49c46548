import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { beginPage } from './testing/newPage.ts'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  beginPage()
})
