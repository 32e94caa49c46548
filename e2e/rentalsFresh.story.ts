import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { button, card, confirm, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const place = { city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Duplex' }

const make = (admin: ApiClient, address: string, more = {}) =>
  admin.request<RentalProperty>('POST', '/api/rental-properties', { ...place, address, ...more })

const picture = (name: string, shade: number) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(png(640, 480, shade)),
})

const addPhotos = (page: Page, ...files: ReturnType<typeof picture>[]) =>
  main(page).locator('input[type=file]').setInputFiles(files)

/** Fills in what a property needs, in the open dialog. */
async function fill(page: Page, address: string) {
  const form = dialog(page)
  await form.getByLabel('Address').fill(address)
  await form.getByLabel('City').fill(place.city)
  await form.getByLabel('State').fill(place.state)
  await form.getByLabel('ZIP Code').fill(place.zipCode)
  await form.getByLabel('Property Type').fill(place.propertyType)
}

const submit = (page: Page, label: string) =>
  dialog(page).getByRole('button', { name: label, exact: true }).click()

const RENTALS = 'Ridgeline Holdings'

async function openProperty(page: Page, address: string) {
  await openScreen(page, RENTALS)
  await card(page, address).getByRole('link', { name: 'View Property' }).click()
  await main(page).getByRole('heading', { level: 1, name: address }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/rental-properties',
    shownOn: [RENTALS],
    make: async (page) => {
      await button(page, 'Add Property').first().click()
      await fill(page, '12 Jackson St')
      await submit(page, 'Add Property')
      await written(page, 'Property added successfully')
    },
  },
  {
    row: 'PUT /api/rental-properties/:id',
    shownOn: [RENTALS],
    make: async (page) => {
      await openProperty(page, '12 Jackson St')
      await button(page, 'Edit').click()
      await dialog(page).getByLabel('Monthly Rent').fill('1795')
      await submit(page, 'Save')
      await written(page, 'Property updated successfully')
    },
  },
  {
    row: 'POST /api/rental-properties/:id/photos',
    shownOn: [],
    make: async (page) => {
      await openProperty(page, '12 Jackson St')
      await addPhotos(page, picture('front.png', 90))
      await written(page, 'Photo uploaded successfully')
    },
  },
  {
    row: 'DELETE /api/property-photos/:id',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Delete photo').click()
      await confirm(page, 'Delete')
      await written(page, 'Photo deleted successfully')
    },
  },
  {
    row: 'POST /api/rental-properties/:id/jobs',
    shownOn: ['Dashboard', 'Work in Progress', 'Messages'],
    make: async (page) => {
      await openProperty(page, '12 Jackson St')
      await button(page, 'Make a Job').click()
      await submit(page, 'Create Job')
      await written(page, 'Job created successfully')
    },
  },
  {
    row: 'DELETE /api/rental-properties/:id',
    shownOn: [RENTALS],
    make: async (page) => {
      await openProperty(page, 'Shed')
      await button(page, 'Delete property').click()
      await confirm(page, 'Delete')
      await written(page, 'Property deleted successfully')
      await main(page).getByRole('heading', { level: 1, name: RENTALS }).waitFor()
    },
  },
]

story('properties are fresh after each write', async (stage) => {
  await make(stage.admin, 'Shed')
  await followed(stage, writes)
})
