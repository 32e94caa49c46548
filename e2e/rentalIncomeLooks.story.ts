import { dayIn } from '@plumbline/contract/dates.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const NOW = dayIn('America/Chicago', new Date()).slice(0, 7)

/** Its rent is late on every day of this month. */
const LAST = addMonths(NOW, -1)

const INCOME = '/rental-properties?tab=income'

const newHome = (admin: ApiClient, address: string) =>
  admin.request<Thing>('POST', '/api/rental-properties', {
    ...{ address, city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Duplex' },
    monthlyRent: '1395.00',
  })

/** A home whose tenant owes rent from the last month on. */
async function letHome(admin: ApiClient, address: string, lastName: string) {
  const { id } = await newHome(admin, address)
  const tenant = await admin.request<Thing>('POST', '/api/tenants', {
    ...{ firstName: 'Priya', lastName, phone: '(847) 555-0120', propertyId: id },
    ...{ leaseStart: `${addMonths(LAST, -6)}-01`, monthlyRent: '1395.00' },
    rentFrom: `${LAST}-01`,
  })
  return { id, tenantId: tenant.id }
}

story('the income looks right', async ({ admin, checkAppearance }) => {
  const home = '1402 Long Name of a Street North, Building 6, Unit 12'
  const { id, tenantId } = await letHome(admin, home, 'Nair-Featherstonehaugh')
  await newHome(admin, '905 W Galena Blvd, 3')
  const entry = await admin.request<Thing>('POST', '/api/rental-income', {
    ...{ propertyId: id, tenantId, amount: '630.50', incomeType: 'Rent', rentMonth: LAST },
    ...{ dateReceived: `${LAST}-20`, paymentMethod: 'Check' },
  })
  await checkAppearance(admin, INCOME, 'rent-grid', async (page) => {
    await page
      .getByText(/Nair-Featherstonehaugh/)
      .first()
      .waitFor()
    await page
      .getByText(/received|CSV/)
      .first()
      .waitFor()
  })
  await checkAppearance(admin, `${INCOME}&view=entries`, 'rent-entries', (page) =>
    page.getByText('$630.50').last().waitFor(),
  )
  await checkAppearance(admin, `/rental-properties/receipts/${entry.id}`, 'rent-receipt', (page) =>
    page.getByText('$630.50').waitFor(),
  )
})
