import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { measure } from './sizes.js'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-sizes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const manifest = {
  'index.html': {
    file: 'main.js',
    imports: ['_shared.js'],
    css: ['main.css'],
    dynamicImports: ['app/App.tsx'],
  },
  'app/App.tsx': { file: 'app.js', isDynamicEntry: true, imports: ['index.html'] },
  '_shared.js': { file: 'shared.js' },
  'app/Landing.tsx': { file: 'landing.js', isDynamicEntry: true, imports: ['_shared.js'] },
  'features/dashboard/DashboardScreen.tsx': {
    file: 'dashboard.js',
    isDynamicEntry: true,
    imports: ['index.html', '_chart.js'],
  },
  'features/dashboard/AdminDashboard.tsx': {
    file: 'admin.js',
    isDynamicEntry: true,
    imports: ['index.html'],
  },
  'features/jobs/JobsScreen.tsx': {
    file: 'jobs.js',
    isDynamicEntry: true,
    imports: ['index.html'],
    css: ['jobs.css'],
  },
  'ui/Chart.tsx': { file: 'chart.js', isDynamicEntry: true, imports: ['_shared.js'] },
  'features/schedule/ScheduleScreen.tsx': { file: 'schedule.js', isDynamicEntry: true },
  'features/schedule/gantt/Gantt.tsx': { file: 'gantt.js', isDynamicEntry: true },
  '_chart.js': { file: 'axis.js' },
}

/** Builds a folder of incompressible files, of a thousand bytes each by default. */
function build(bytes: Record<string, number> = {}, parts: object = manifest) {
  const dist = mkdtempSync(join(folder, 'dist-'))
  const names = Object.values(manifest).flatMap((chunk) => [
    chunk.file,
    ...('css' in chunk ? chunk.css : []),
  ])
  const files: Record<string, number> = {
    ...Object.fromEntries(names.map((name) => [name, 1000])),
    'inter.woff2': 1000,
    ...bytes,
  }
  for (const [name, size] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), randomBytes(size))
  }
  mkdirSync(join(dist, '.vite'))
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(parts))
  return dist
}

const over = (bytes: Record<string, number>) => {
  const { rows, problems } = measure(build(bytes))
  return [...problems, ...rows.filter((row) => row.size > row.budget).map((row) => row.name)]
}

test('the size of a screen is the first load and its own chunk, each file once', () => {
  const { rows, problems } = measure(build())
  const kilobytes = Object.fromEntries(rows.map((row) => [row.name, Math.round(row.size / 1000)]))
  expect(problems).toEqual([])
  expect(kilobytes).toEqual({
    'landing: script': 3,
    'landing: style': 1,
    'features/dashboard/AdminDashboard.tsx: script': 6,
    'features/dashboard/AdminDashboard.tsx: style': 1,
    '+ app/Landing.tsx': 1,
    '+ features/dashboard/DashboardScreen.tsx': 2,
    '+ features/dashboard/AdminDashboard.tsx': 1,
    '+ features/jobs/JobsScreen.tsx': 2,
    '+ ui/Chart.tsx': 1,
    '+ features/schedule/ScheduleScreen.tsx': 1,
    '+ features/schedule/gantt/Gantt.tsx and features/schedule/ScheduleScreen.tsx': 2,
    'font files': 0,
    'inter.woff2': 1,
  })
})

test('sizes within the budgets are accepted', () =>
  expect(over({ 'main.js': 80_000, 'chart.js': 110_000, 'inter.woff2': 50_000 })).toEqual([]))

test.each([
  ['landing: script', { 'main.js': 91_000 }],
  ['landing: style', { 'main.css': 23_600 }],
  ['features/dashboard/AdminDashboard.tsx: script', { 'axis.js': 169_400 }],
  ['features/dashboard/AdminDashboard.tsx: script', { 'app.js': 164_400 }],
  ['+ features/jobs/JobsScreen.tsx', { 'jobs.js': 69_500 }],
  ['+ features/jobs/JobsScreen.tsx', { 'jobs.css': 69_500 }],
  ['+ ui/Chart.tsx', { 'chart.js': 128_800 }],
  [
    '+ features/schedule/gantt/Gantt.tsx and features/schedule/ScheduleScreen.tsx',
    { 'gantt.js': 45_000, 'schedule.js': 36_000 },
  ],
  ['inter.woff2', { 'inter.woff2': 50_001 }],
  ['font files', { 'fonts/second.woff2': 10 }],
])('a size over the budget of %s is reported', (name, bytes) => expect(over(bytes)).toContain(name))

test('a build that cannot be measured is a problem', () => {
  expect(measure(folder).problems).toHaveLength(1)
  expect(measure(build({}, { 'index.html': manifest['index.html'] })).problems).toHaveLength(1)
  expect(measure(build({}, {})).problems).toHaveLength(2)
})

test('zod in a screen without a form is reported', () => {
  const parts = {
    ...manifest,
    'features/dashboard/AdminDashboard.tsx': {
      file: 'admin.js',
      isDynamicEntry: true,
      imports: ['index.html'],
    },
    'features/jobs/JobsScreen.tsx': {
      ...manifest['features/jobs/JobsScreen.tsx'],
      imports: ['_zod-abc.js'],
    },
    '_zod-abc.js': { file: 'shared.js' },
  }
  expect(measure(build({}, parts)).problems).toEqual(['a screen that is a list loads _zod-abc.js'])
})
