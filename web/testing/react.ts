import * as React from 'react'

/**
 * Leaves out the calls by which each element was made. React notes them for its developer tools,
 * up to 10,000 times a second, which is a fifth of what a test spends.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  // Every second React counts from 0 again.
  set() {},
})
