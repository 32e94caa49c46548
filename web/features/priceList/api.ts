import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { Tags } from 'lucide-react'
import type { z } from 'zod'
import { pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'

type PriceListQuery = Readonly<z.input<typeof priceListRoutes.list.query>>
/** The filter of the price list, which is always ordered by description. */
export type PriceListFilter = Omit<PriceListQuery, 'limit' | 'after'> & { readonly sort?: never }

/** The filtered lines, page by page, for cards or for the table. */
export const priceListPages = (filter: PriceListFilter, isTable: boolean) =>
  pagedQuery(priceListRoutes.list, { query: { ...filter } }, isTable ? TABLE_PAGE : undefined)

export const savedLineQuery = (id: string) => query(priceListRoutes.one, { params: { id } })

/** The part of the price that is not cost, from 1 down; null without a cost or a price. */
export function marginOf({
  unitPrice,
  unitCost,
}: Pick<SavedLine, 'unitPrice' | 'unitCost'>): number | null {
  const [price, cost] = [Number(unitPrice), Number(unitCost)]
  return unitCost === null || !(price > 0) || Number.isNaN(cost) ? null : (price - cost) / price
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** The margin as people read it, `34.2%`; empty for none. */
export function marginText(line: Pick<SavedLine, 'unitPrice' | 'unitCost'>): string {
  const margin = marginOf(line)
  return margin === null ? '' : percent.format(margin)
}

/** The price with its unit: `$298.00 / each`. */
const priceText = ({ unitPrice, unit }: Pick<SavedLine, 'unitPrice' | 'unit'>): string =>
  `${formatUnitPrice(unitPrice)}${unit ? ` / ${unit}` : ''}`

/** The most characters of a description by which the list is searched. */
const MAX_SEARCH = 200

/** Finds lines of the price list by description. For admins only. */
export const savedLineCommands: CommandSource = {
  heading: 'Price List',
  minLength: 2,
  find: async (text, { may, client, alike }) => {
    if (!may('priceList.read')) return []
    const search = { search: text, limit: '4', total: 'false', alike } as const
    const lines = await client.query(query(priceListRoutes.list, { query: search }))
    return lines.map((line) => ({
      id: line.id,
      label: line.description,
      detail: priceText(line),
      icon: Tags,
      href: paths.priceList({ search: line.description.slice(0, MAX_SEARCH) }),
    }))
  },
}
