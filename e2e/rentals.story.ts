import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { png } from './harness/png.ts'
import { button, card, confirm, dialog, item, main, toast } from './harness/screen.ts'
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

story(
  'a property is added, found, changed, gets another unit, and is archived and restored',
  async ({ admin, visit }) => {
    const page = await visit(admin, '/rental-properties')
    await page.getByText('Add a property to see its rent here').waitFor()
    await button(page, 'Add Property').first().click()
    await fill(page, '229 N Douglas Ave, A')
    await button(page, 'More details').click()
    await dialog(page).getByLabel('Monthly Rent').fill('1375.5')
    await dialog(page).getByLabel('Bathrooms').fill('1.55')
    await submit(page, 'Add Property')
    await dialog(page).getByText('At most one decimal').waitFor()
    await dialog(page).getByLabel('Bathrooms').fill('1.5')
    await submit(page, 'Add Property')
    await toast(page, 'Property added successfully')
    const first = card(page, '229 N Douglas Ave, A')
    for (const text of ['Vacant', 'Elgin, IL 60120', 'Duplex', 'Bedrooms: N/A', '$1,375.50'])
      await first.getByText(text).waitFor()
    await page.getByText('Annual Revenue').locator('..').getByText('$16,506.00').waitFor()

    await first.getByRole('link', { name: 'View Property' }).click()
    await page.waitForURL(/\/rental-properties\/.+/)
    await button(page, 'Edit').click()
    await dialog(page).getByLabel('Bedrooms').fill('2')
    await dialog(page).getByLabel('Status').selectOption('maintenance')
    await submit(page, 'Save')
    await toast(page, 'Property updated successfully')
    await main(page).getByText('Maintenance, set by hand').waitFor()

    await button(page, 'Add Unit').click()
    expect(await dialog(page).getByLabel('City').inputValue()).toBe('Elgin')
    await dialog(page).getByLabel('Address').fill('229 N Douglas Ave, B')
    await submit(page, 'Add Unit')
    await main(page).getByRole('heading', { level: 1, name: '229 N Douglas Ave, B' }).waitFor()

    await button(page, 'Archive').click()
    await toast(page, 'Property archived successfully')
    await main(page)
      .getByText(/^Archived on/)
      .waitFor()
    await page.getByRole('link', { name: 'Back to Ridgeline Holdings' }).click()
    await first.waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    await button(page, 'Archived').click()
    await page.waitForURL(/archived=true/)
    await card(page, '229 N Douglas Ave, B').getByRole('link', { name: 'View Property' }).click()
    await button(page, 'Restore').click()
    await toast(page, 'Property restored successfully')

    await page.goto('/rental-properties')
    await page.getByRole('searchbox', { name: 'Search properties' }).fill('AVE, B')
    await page.waitForURL(/search=AVE/)
    await card(page, '229 N Douglas Ave, B').waitFor()
    await card(page, '229 N Douglas Ave, A').waitFor({ state: 'detached' })
  },
  { alone: true },
)

story(
  'a property gets photos, which open large and are deleted; other files are refused',
  async ({ admin, visit, expectError }) => {
    const { id } = await make(admin, '512 Raymond St')
    const page = await visit(admin, `/rental-properties/${id}`)
    await main(page).getByText('No photos yet').waitFor()
    await addPhotos(page, picture('front.png', 90), picture('back.png', 200))
    await toast(page, '2 photos uploaded successfully')
    const open = page.getByRole('button', { name: 'Open photo: Photo of 512 Raymond St' })
    await expect.poll(() => open.count()).toBe(2)
    await open.first().click()
    const viewer = page.getByRole('dialog', { name: 'Photo' })
    await viewer.getByText('1 of 2').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('2 of 2').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await button(page, 'Delete photo').first().click()
    await confirm(page, 'Delete')
    await toast(page, 'Photo deleted successfully')
    await expect.poll(() => open.count()).toBe(1)

    expectError(/^POST \/api\/rental-properties\/.+\/photos: 415$/)
    await addPhotos(page, { ...picture('fake.png', 0), buffer: Buffer.from('no picture') })
    await toast(page, 'Failed to upload photo')
    await button(page, 'Remove fake.png').click()
  },
)

story('a job is made at a property, and its cost can be booked', async ({ admin, visit }) => {
  const { id } = await make(admin, '640 Prairie St')
  const page = await visit(admin, `/rental-properties/${id}`)
  await button(page, 'Make a Job').click()
  expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe(
    'Repair at 640 Prairie St',
  )
  await dialog(page).getByLabel('Approved Amount').fill('1250')
  await submit(page, 'Create Job')
  await toast(page, 'Job created successfully')
  const row = item(page, 'Repair at 640 Prairie St')
  await row.getByText('Approved $1,250.00').waitFor()
  await row.getByText('Booked $0.00').waitFor()
  const jobs = await admin.request<object[]>('GET', '/api/jobs?search=Prairie')
  expect(jobs).toMatchObject([{ address: '640 Prairie St, Elgin, IL 60120' }])
  await row.getByRole('link', { name: 'Book Cost' }).click()
  await page.waitForURL(/tab=expenses/)
  await dialog(page).waitFor()
})

story(
  'the properties are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Sam')
    const denied = await visit(api, '/rental-properties')
    await denied
      .getByText('Access Denied: This page is only available to administrators.')
      .waitFor()
    const address = '1402 Maximiliana Konstantina Stevens Boulevard, Rear Building, Unit 6'
    const { id } = await make(admin, address, {
      ...{ monthlyRent: '1965.25', bedrooms: 3, bathrooms: 1.5, squareFeet: 1420 },
      ...{ purchasePrice: '248000', purchaseDate: '2019-06-14', securityDeposit: '1965.25' },
      ...{ propertyManager: 'Ada Byron', notes: 'Corner lot.\nKey at the office.' },
    })
    await make(admin, '31 Shannon Ct', { status: 'maintenance', monthlyRent: '2150' })
    await admin.request('POST', '/api/tenants', {
      ...{ firstName: 'Renee', lastName: 'Castle', propertyId: id },
      ...{ leaseStart: '2026-01-01', monthlyRent: '1965.25' },
    })
    await admin.request('POST', `/api/rental-properties/${id}/jobs`, {
      ...{ name: 'Porch repair', address, approvedAmount: 125_000 },
    })
    await checkAppearance(admin, '/rental-properties', 'rentals', (page) =>
      card(page, address).waitFor(),
    )
    await checkAppearance(admin, '/rental-properties?new=property', 'rentals-add', (page) =>
      dialog(page).getByLabel('Property Type').waitFor(),
    )
    await checkAppearance(admin, `/rental-properties/${id}`, 'rental-property', async (page) => {
      for (const text of ['Renee Castle', 'Porch repair', 'No photos yet'])
        await main(page).getByText(text).first().waitFor()
    })
  },
)

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
