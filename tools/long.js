// `npm run test:long`: tests of faults, hostile input and load. `-- --short` runs the short form
// for CI, `-- --seed=123` repeats the random choices of an earlier run, and `-- fuzz` runs the
// files whose path contains "fuzz".
import { runVitest } from './runVitest.js'

const args = process.argv.slice(2)
const isOwnOption = (/** @type {string} */ arg) => arg === '--short' || arg.startsWith('--seed=')
const seed =
  args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length) ??
  String(Date.now() % 1_000_000)
console.log(`Repeat the random choices of this run with --seed=${seed}`)

process.exitCode = await runVitest(
  ['--project=long*', ...args.filter((arg) => !isOwnOption(arg))],
  {
    env: {
      ...(args.includes('--short') && { PLUMBLINE_SHORT: 'true' }),
      PLUMBLINE_SEED: seed,
    },
  },
)
