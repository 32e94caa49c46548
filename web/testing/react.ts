import * as React from 'react'

/**
 * Turns off the stack traces that React records for each element. They are for its developer tools,
 * up to 10,000 per second, and take a fifth of the time of the tests.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  // React resets the count every second.
  set() {},
})
