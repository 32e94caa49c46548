import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, card, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const newJob = (admin: ApiClient, name: string) =>
  admin.request<Thing>('POST', '/api/jobs', {
    name,
    address: '12 Quarry Rd, Elgin',
    status: 'completed',
    progress: 100,
  })

async function openSub(page: Page, name: string) {
  await openScreen(page, 'Subcontractors')
  await card(page, name).getByRole('link', { name: 'View Profile' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'PUT /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Rate').click()
      await dialog(page).getByRole('radio').first().focus()
      await page.keyboard.press('4')
      await dialog(page).getByRole('button', { name: 'Save Rating' }).click()
      await written(page, 'Rating saved successfully')
    },
  },
  {
    row: 'DELETE /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Remove the rating').click()
      await confirm(page, 'Remove')
      await written(page, 'Rating removed successfully')
    },
  },
  {
    row: 'PUT /api/subcontractors/:id/notes',
    shownOn: [],
    make: async (page) => {
      await openSub(page, 'Rita Sub')
      await button(page, 'Edit private notes').click()
      await dialog(page).getByLabel('Notes').fill('Ask for the invoice twice.')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, 'Notes saved successfully')
    },
  },
  {
    row: 'POST /api/users/:id/reset-link',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Reset link for Rita Sub').click()
      await written(page, 'Reset link copied to clipboard')
    },
  },
]

story('ratings, notes and links are fresh after each write', async (stage) => {
  const job = await newJob(stage.admin, 'Garage slab')
  await stage.join('subcontractor', 'Rita', [job.id])
  await followed(stage, writes)
})
