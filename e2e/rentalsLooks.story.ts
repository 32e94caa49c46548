import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { card, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const place = { city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Duplex' }

const make = (admin: ApiClient, address: string, more = {}) =>
  admin.request<RentalProperty>('POST', '/api/rental-properties', { ...place, address, ...more })

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
