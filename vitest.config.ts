import { defineConfig } from 'vitest/config'
import { ignorePostgresVariables } from './server/platform/db/embedded/variables.ts'

// The tests run on an embedded database, and the processes they start inherit this environment.
ignorePostgresVariables()

const longTest = (name: string) => `e2e/long/${name}.long.ts`
/** Long tests that state how long something took, or how much memory: nothing runs beside them. */
const measured = [
  ...['health', 'hostileDelay', 'mixedWrites', 'oneWriter', 'soak', 'uploads', 'writes'],
].map(longTest)
/**
 * Long tests that the short form leaves out: they measure a quiet machine, quicker tests hold the
 * same in one case, or what they hold seldom changes, such as the newest Node.
 */
const onRequest = [
  ...['backup', 'cardKills', 'cardPayments', 'customers', 'delivery', 'events', 'fuzz', 'health'],
  ...['hostileDelay', 'money', 'newestNode', 'oneWriter', 'payments', 'photoQueue'],
  ...['postgresUpdate', 'reminders', 'restore', 'signedCopies', 'soak', 'uploads'],
  ...['waitingActions', 'writes'],
].map(longTest)
const isShort = process.env.PLUMBLINE_SHORT === 'true'
const leftOut = isShort ? onRequest : []
/** The settings of all stories, which share a browser. */
const stories = {
  isolate: false,
  globalSetup: 'e2e/harness/setup.ts',
  testTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
}
const long = {
  globalSetup: 'e2e/long/setup.ts',
  testTimeout: 900_000,
  hookTimeout: 60_000,
  // Node 22 and later have it anyway.
  execArgv: ['--experimental-websocket'],
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts', 'e2e/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract/**/*.test.ts'],
          // 10,000 histories take 14 s of a busy machine.
          testTimeout: 120_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'sample/**/*.test.ts'],
          globalSetup: 'server/testing/globalSetup.ts',
          // Otherwise a stylesheet that is read as text would be empty.
          css: true,
          // Twice what the longest test takes beside two busy loops on both cores.
          hookTimeout: 60_000,
          testTimeout: 60_000,
          isolate: false,
          expect: { poll: { interval: 10, timeout: 20_000 } },
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: import.meta.dirname,
          include: ['web/**/*.test.{ts,tsx}'],
          environment: './web/testing/environment.ts',
          testTimeout: 30_000,
          setupFiles: ['web/test-setup.ts'],
          restoreMocks: true,
          isolate: false,
          // Most objects of a test die with it: a larger young generation saves copying them.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      {
        test: { ...stories, name: 'stories', include: ['e2e/*.story.ts'] },
      },
      {
        test: {
          ...stories,
          name: 'long-stories',
          include: isShort ? [] : ['e2e/long/*.story.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...long,
          name: 'long',
          include: ['e2e/long/*.long.ts'],
          exclude: [...measured, ...leftOut],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...long,
          name: 'long-measured',
          include: measured,
          exclude: leftOut,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
