import { setTimeout } from 'node:timers/promises'
import type { backupRoutes } from '@plumbline/contract/backup.ts'
import type { exportRoutes } from '@plumbline/contract/export.ts'
import type { settingsRoutes } from '@plumbline/contract/settings.ts'
import type { setupRoutes } from '@plumbline/contract/setup.ts'
import { formOf } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

export const setup: SliceTests<typeof setupRoutes> = {
  writes: {
    setUp: () => ({
      body: {
        companyName: 'Another',
        firstName: 'Olga',
        lastName: 'Owner',
        email: 'olga@example.com',
        password: 'maple-canoe-orbit',
        timeZone: 'UTC',
      },
      cookie: '',
      refused: 409,
    }),
    // With another name, since it would end the company of the tests.
    replaceSample: () => ({
      body: {
        companyName: 'Another',
        firstName: 'Olga',
        lastName: 'Owner',
        email: 'olga@example.com',
        password: 'maple-canoe-orbit',
        confirm: 'Another',
      },
      refused: 400,
    }),
  },
}

export const settings: SliceTests<typeof settingsRoutes> = {
  writes: {
    update: () => ({ body: { companyName: 'Ridge & Sons', phone: '555-0199' } }),
    putLogo: ({ picture }) => ({ body: formOf('logo', picture, 'logo.jpg') }),
    removeLogo: () => ({}),
  },
}

export const backups: SliceTests<typeof backupRoutes> = {
  writes: {
    create: ({ make }) => ({
      async settled() {
        while ((await make('/api/backups', undefined, 'GET')).running) await setTimeout(50)
      },
    }),
  },
}

export const exported: SliceTests<typeof exportRoutes> = {
  writes: { create: () => ({}) },
}
