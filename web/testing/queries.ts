import { setImmediate } from 'node:timers/promises'
import { configure, getConfig } from '@testing-library/react'

const { asyncWrapper, getElementError } = getConfig()

configure({
  asyncUtilTimeout: 20_000,
  // An element can be found before what its effects change is rendered: a dialog takes no clicks
  // until then. React does that in immediates, and pauses between effects and rendering if slow.
  async asyncWrapper(callback) {
    const result = await asyncWrapper(callback)
    await setImmediate()
    return result
  },
  // A wait for an element fails many times. The document is printed only when the message is read.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    })
  },
})
