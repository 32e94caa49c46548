import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Table } from './report.ts'

const FILE = join(import.meta.dirname, 'RESULTS.md')

const HEAD = `# Results of the bench

What \`npm run bench -- --record\` measured last, part by part. To repeat it: \`npm ci\`, nothing else running, then the same
command; \`npm run bench -- --record rates\` repeats one part and leaves the others as they are. \`--large\` runs the parts on
50,000 jobs, \`--against=../other-checkout\` compares with another built checkout in the same run. Programs that are compared
are measured in turn, so that other load on the machine affects both. "MISSED" is beyond the budget (\`budgets.json\`).
`

const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version.slice(1)}`

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const markdownOf = ({ title, columns, rows }: Table) =>
  [
    `${title}:`,
    '',
    line(['', ...columns]),
    line(['---', ...columns.map((column) => (column ? '--:' : '---'))]),
    ...rows.map(({ name, cells }) => line([name.replaceAll('|', '\\|'), ...cells])),
  ].join('\n')

/** Writes the tables of a part to the file, replacing those of its last run, or at the end. */
export function record(title: string, tables: readonly Table[]) {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const heading = (section: string) => section.slice(0, section.indexOf('\n'))
  const [, ...sections] = before.split(/^## /m)
  const section = [title, machine(), ...tables.map(markdownOf)].join('\n\n')
  const at = sections.findIndex((other) => heading(other) === title)
  if (at < 0) sections.push(section)
  else sections[at] = section
  writeFileSync(
    FILE,
    [HEAD.trim(), ...sections.map((other) => `## ${other.trim()}`)].join('\n\n').concat('\n'),
  )
}
