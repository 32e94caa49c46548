import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { Banknote, Building2, Receipt, UserRound } from 'lucide-react'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'

const LIMIT = '4'

type Context = Parameters<CommandSource['find']>[1]

/** Whether the person may read the rentals of a company that has some. */
const hasRentals = ({ may, company }: Context) =>
  may('rental.read') && company.holdingsName !== null

/** Finds rental properties by address, town or tenant. For admins only. */
export const propertyCommands: CommandSource = {
  heading: 'Properties',
  minLength: 1,
  find: async (search, context) => {
    if (!hasRentals(context)) return []
    const found = await context.client.query(
      query(rentalRoutes.list, { query: { search, limit: LIMIT } }),
    )
    return found.map(({ id, address, city }) => ({
      ...{ id, label: address, detail: city, icon: Building2 },
      href: paths.rentalProperty(id),
    }))
  },
}

/** Finds tenants by name, email address, phone number or address. For admins only. */
export const tenantCommands: CommandSource = {
  heading: 'Tenants',
  minLength: 1,
  find: async (search, context) => {
    if (!hasRentals(context)) return []
    const found = await context.client.query(
      query(tenantRoutes.list, { query: { search, limit: LIMIT } }),
    )
    return found.map((tenant) => ({
      ...{ id: tenant.id, label: fullName(tenant), icon: UserRound },
      ...(tenant.propertyAddress && { detail: tenant.propertyAddress }),
      href: paths.tenant(tenant.id),
    }))
  },
}

/** Finds what was received by tenant, address, type or description. For admins only. */
export const incomeCommands: CommandSource = {
  heading: 'Income',
  minLength: 3,
  find: async (search, context) => {
    if (!hasRentals(context)) return []
    const found = await context.client.query(
      query(rentalIncomeRoutes.list, { query: { search, limit: LIMIT } }),
    )
    return found.map(({ id, amount, incomeType, rentMonth, propertyAddress, dateReceived }) => ({
      id,
      label: `${formatDollars(amount)} ${incomeType}${rentMonth ? `, ${formatMonth(rentMonth)}` : ''}`,
      detail: `${propertyAddress} · ${formatDay(dateReceived)}`,
      icon: Banknote,
      href: paths.rentalReceipt(id),
    }))
  },
}

/** Finds what was spent by vendor, type or description. For admins only. */
export const expenseCommands: CommandSource = {
  heading: 'Expenses',
  minLength: 3,
  find: async (search, context) => {
    if (!hasRentals(context)) return []
    const found = await context.client.query(
      query(rentalExpenseRoutes.list, { query: { search, limit: LIMIT } }),
    )
    return found.map(({ id, amount, vendor, description, dateIncurred }) => ({
      id,
      label: [formatDollars(amount), vendor, description].filter(Boolean).join(' '),
      detail: formatDay(dateIncurred),
      icon: Receipt,
      href: paths.rentalProperties({ tab: 'expenses', search }),
    }))
  },
}
