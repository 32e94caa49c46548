// `npm run bench`: measures how fast the program is, and compares the figures with the budgets. It
// never fails because of a figure, because figures depend on the machine. `npm run bench -- calls
// screens` runs only those parts.
import { parseArgs } from 'node:util'
import { build } from '../tools/build.js'
import { againstPart } from './against.ts'
import { callsPart } from './calls.ts'
import { crowdPart } from './crowd.ts'
import { customersPart } from './customers.ts'
import { documentsPart } from './documents.ts'
import { errandsPart } from './errands.ts'
import { invoicesPart } from './invoices.ts'
import { linksPart } from './links.ts'
import { livePart } from './live.ts'
import { ratesPart } from './rates.ts'
import { record } from './record.ts'
import { type Part, Report } from './report.ts'
import { LARGE, SMALL } from './rows.ts'
import { schedulePart } from './schedule.ts'
import { screensPart } from './screens.ts'
import { startPart } from './start.ts'
import { tablePart } from './table.ts'

const PARTS = [
  ...[startPart, callsPart, ratesPart, crowdPart, livePart],
  ...[screensPart, tablePart, schedulePart, errandsPart, documentsPart, linksPart],
  customersPart,
  invoicesPart,
]
const USAGE = `npm run bench -- [options] [parts]

  --large             on 50,000 jobs instead of 2,000
  --against=FOLDER    compare with the program of another built checkout, instead of the parts
  --record            write the results to bench/RESULTS.md, in place of those of the same parts

  Parts: ${PARTS.map(({ name }) => name).join(', ')}; all by default.`

/**
 * The requested parts and options.
 * @throws Error for an unknown part or option, and if help is requested
 */
function chosen() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      large: { type: 'boolean', default: false },
      against: { type: 'string' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new Error('How fast the program is, against budgets')
  const unknown = positionals.find((requested) => !PARTS.some(({ name }) => name === requested))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}`)
  const requested = PARTS.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  )
  return { ...values, parts: values.against ? [againstPart(values.against)] : requested }
}

function options(): ReturnType<typeof chosen> {
  try {
    return chosen()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(1)
  }
}

const { parts, large, record: isRecorded } = options()
const report = new Report()

/** Runs a part. If it fails, the others still run. */
async function run({ name, title, run }: Part) {
  console.log(`\n${title.toUpperCase()}`)
  try {
    await run(report, large ? LARGE : SMALL)
    const tables = report.take()
    if (isRecorded) record(large ? `${title}, at 50,000 jobs` : title, tables)
  } catch (error) {
    report.take()
    const reason = error instanceof Error ? error.message : String(error)
    report.problems.push(`${name} was not measured: ${reason}`)
    console.log(`not measured: ${reason}`)
  }
}

await build()
for (const part of parts) await run(part)

const { problems } = report
console.log(problems.length === 0 ? '\nAll budgets are met.' : '\nBeyond budgets, or not measured:')
for (const problem of problems) console.log(`  ${problem}`)
