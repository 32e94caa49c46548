import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { beginPage } from './testing/newPage.ts'
import './testing/queries.ts'

vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  beginPage()
})
