import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  asyncUtilTimeout: 20_000,
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
