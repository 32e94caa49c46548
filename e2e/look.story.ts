import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Caller } from './harness/caller.ts'
import { type Stage, story } from './harness/story.ts'
import { faults, picture, THEMES } from './harness/visit.ts'

interface Job {
  readonly id: string
}

const LONG_NAME =
  'Whole-house renovation with a two-storey addition, new foundation drainage and a detached carriage house'
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** 320 px is the narrowest phone; half of 1,280 by half of 720 is a desk at 200 % zoom. */
async function squeeze(
  visit: Stage['visit'],
  caller: Caller,
  path: string,
  name: string,
  ready: Ready,
) {
  const page = await visit(caller, path)
  for (const [width, height] of [
    [320, 568],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await ready(page)
    await picture(page, `${name}-${width}`)
    expect(await sideways(page), `${path} at ${width} px`).toBe(0)
  }
}

type Ready = (page: Page) => Promise<unknown>

// The stories of this file are told in order: first nothing is there, then one job, then a thousand.

story('the front door', async ({ anyone, look, visit }) => {
  const ready = heading('A complete job management solution')
  await look(anyone, '/', 'landing', ready)
  await squeeze(visit, anyone, '/', 'landing', ready)
  await look(anyone, '/nowhere', 'not-found', heading('404 Page Not Found'))
  await squeeze(visit, anyone, '/api/login', 'sign-in', heading('Sign in'))
})

story('nothing is there yet', async ({ admin, join, look, visit }) => {
  const sub = await join('subcontractor', 'Stan')
  const client = await join('client', 'Nora')
  await look(admin, '/', 'dashboard-admin-none', (page) => page.getByText('No jobs yet').waitFor())
  await look(admin, '/jobs', 'jobs-none', (page) => page.getByText('No jobs yet').waitFor())
  await look(sub.caller, '/', 'dashboard-sub-none', (page) =>
    page.getByText('No tasks assigned').waitFor(),
  )
  await look(client.caller, '/', 'dashboard-client-none', (page) =>
    page.getByText('No projects yet').waitFor(),
  )
  await look(sub.caller, '/users', 'denied', heading('Access Denied'))
  await squeeze(visit, admin, '/', 'dashboard-admin-none', heading('Dashboard'))
})

story('a few jobs, with the longest names', async ({ admin, join, look, visit }) => {
  const jobs = [
    { name: 'Porch', address: '7 Elm St', status: 'on_hold' },
    {
      name: LONG_NAME,
      address: `${LONG_WORD}, 58 Upper Reservoir Road Northwest`,
      status: 'in_progress',
      progress: 100,
    },
    {
      name: LONG_WORD,
      address: '1 Ash',
      status: 'completed',
      approvedAmount: 99_999_999_999,
      progress: 5,
    },
  ]
  const made = []
  for (const job of jobs) {
    const dates = { startDate: '2026-01-05', endDate: '2026-02-27' }
    made.push(
      await admin.ask<Job>('POST', '/api/jobs', { approvedAmount: 1_250_000, ...dates, ...job }),
    )
  }
  const ids = made.map(({ id }) => id)
  const client = await join('client', 'Bartholomew-Christopher', ids)
  const sub = await join('subcontractor', 'Maximiliane-Alexandra', ids)
  for (const [name, status] of [
    [LONG_NAME, 'in_progress'],
    [LONG_WORD, 'not_started'],
  ]) {
    const task = {
      name,
      status,
      jobId: ids[1],
      assigneeId: sub.id,
      deadline: '2026-03-05T21:00:00.000Z',
    }
    await admin.ask('POST', '/api/tasks', task)
  }
  await admin.ask('PUT', `/api/jobs/${ids[1]}`, { progress: 65 })
  for (const [caller, path, name, ready] of [
    [admin, '/', 'dashboard-admin', heading('Dashboard')],
    [admin, '/jobs', 'jobs', heading('Jobs')],
    [
      admin,
      '/jobs?new=job',
      'create-job',
      (page: Page) => page.getByRole('dialog').getByLabel('Notes').waitFor(),
    ],
    [sub.caller, '/', 'dashboard-sub', heading('My Dashboard')],
    [client.caller, '/', 'dashboard-client', heading('My Projects')],
  ] as const) {
    await look(caller, path, name, ready)
    await squeeze(visit, caller, path, name, ready)
  }
})

story('what opens over a page', async ({ admin, visit }) => {
  for (const theme of THEMES) {
    const phone = await visit(admin, '/', { width: 390, theme })
    await phone.getByRole('button', { name: 'Open the menu' }).click()
    await phone.getByRole('dialog').getByRole('navigation', { name: 'Main' }).waitFor()
    await picture(phone, `menu-390-${theme}`)
    expect(await faults(phone), `the menu, ${theme}`).toEqual([])

    const page = await visit(admin, '/', { theme })
    await heading('Dashboard')(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await picture(page, `palette-1440-${theme}`)
    expect(await faults(page), `the palette, ${theme}`).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await picture(page, `keys-1440-${theme}`)
    expect(await faults(page), `the keys, ${theme}`).toEqual([])

    const form = await visit(admin, '/jobs?new=job', { theme })
    await form.getByRole('dialog').getByRole('button', { name: 'Create Job' }).click()
    await form.getByText('Name is required').waitFor()
    await picture(form, `create-job-wrong-1440-${theme}`)
    expect(await faults(form), `the form with its problems, ${theme}`).toEqual([])
  }
})

story(
  'a thousand jobs: the page is there at once, scrolls on, and finds',
  async ({ admin, visit }) => {
    const numbers = Array.from({ length: 1000 }, (_, n) => n + 1)
    while (numbers.length > 0) {
      await Promise.all(
        numbers.splice(0, 20).map((n) =>
          admin.ask('POST', '/api/jobs', {
            name: `Job ${n}`,
            address: `${n} Quarry Rd`,
            status: n % 2 ? 'in_progress' : 'completed',
            approvedAmount: n * 100,
          }),
        ),
      )
    }
    const page = await visit(admin, '/jobs')
    await heading('Jobs')(page)
    const cards = page.getByRole('article')
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(60)
    await picture(page, 'jobs-1000-1440-light')
    const first = await cards.count()
    expect(first).toBeLessThan(200)
    await page.mouse.wheel(0, 100_000)
    await expect.poll(() => cards.count()).toBeGreaterThan(first)
    await page.getByText(/^[\d,]+ of 1,000 jobs$/).waitFor()
    await page.getByRole('searchbox').fill('job 777')
    await expect.poll(() => cards.getByRole('heading').allTextContents()).toEqual(['Job 777'])
    await page.goto('/')
    await page.getByText('1,000', { exact: true }).waitFor()
    expect(await sideways(page)).toBe(0)
  },
  { alone: true },
)
