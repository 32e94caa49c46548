// `npm run test:long`: faults, hostile input, races and hours in minutes; `-- --short` for the form that CI runs,
// `-- --seed=123` for the random choices of an earlier run, `-- fuzz` for the files whose path has "fuzz" in it.
import { runVitest } from './vitest.js'

const args = process.argv.slice(2)
const isOurs = (/** @type {string} */ arg) => arg === '--short' || arg.startsWith('--seed=')
const seed =
  args.find((arg) => arg.startsWith('--seed='))?.slice('--seed='.length) ??
  String(Date.now() % 1_000_000)
console.log(`The random choices of this run come again with --seed=${seed}`)

process.exitCode = await runVitest(['--project=long', ...args.filter((arg) => !isOurs(arg))], {
  env: {
    ...(args.includes('--short') && { PLUMBLINE_SHORT: 'true' }),
    PLUMBLINE_SEED: seed,
  },
})
