import { newExpense, newProperty } from './harness/rentals.ts'
import { story } from './harness/story.ts'

const tab = '/rental-properties?tab=expenses'

story(
  'the expenses are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Sam')
    const other = await visit(api, tab)
    await other.getByText(/^Access Denied/).waitFor()
    await checkAppearance(admin, tab, 'rental-expenses-empty', (page) =>
      page.getByText('No expenses yet').waitFor(),
    )
    const address = '1402 Stevens Street at the Corner of Featherstonehaugh Avenue, Unit 6'
    const { id } = await newProperty(admin, address)
    const first = await newExpense(admin, id, {
      ...{ description: 'Replaced the water heater, the shut-off valves and the pan below them' },
      ...{ vendor: 'Fox Valley Plumbing, Heating and Air Conditioning', amount: '12345.67' },
    })
    await newExpense(admin, null, { expenseType: 'Insurance', description: 'Umbrella policy' })
    await admin.request('POST', `/api/rental-expenses/${first.id}/reverse`, {
      description: 'Typed twice',
    })
    await admin.request('POST', '/api/recurring-expenses', {
      ...{ propertyId: id, amount: '980.00', expenseType: 'Insurance', vendor: 'Prairie Mutual' },
      ...{ description: 'Landlord policy', everyMonths: 12, startsOn: '2025-12-08' },
    })
    await checkAppearance(admin, tab, 'rental-expenses', async (page) => {
      await page.getByText('1 due').waitFor()
      await page.getByText('Umbrella policy').waitFor()
    })
    await checkAppearance(admin, `${tab}&new=expense`, 'rental-expense-form', (page) =>
      page.getByRole('dialog', { name: 'Add Expense' }).waitFor(),
    )
  },
  { alone: true },
)
