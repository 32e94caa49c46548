import type { statementRoutes } from '@plumbline/contract/statements.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newCustomer } from './customers.ts'

export const statements: SliceTests<typeof statementRoutes> = {
  writes: {
    // No emails are sent by the server of these tests.
    send: async (stage) => ({
      params: { id: await newCustomer(stage) },
      body: { from: '2026-01-01', to: '2026-01-15', email: 'olga@example.com' },
      refused: 409,
    }),
  },
}
