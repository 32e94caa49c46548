import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

configure({
  asyncUtilTimeout: 20_000,
  // Who waits for an element asks for it often; the document is printed where the message is read.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    })
  },
})
