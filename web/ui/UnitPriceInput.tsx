import { readUnitPrice, withCents } from '@plumbline/contract/unitPrices.ts'
import { InDollars, type InputProps, type Notation } from './NumberInput.tsx'

const unitPrice: Notation<string> = {
  read: (text) => {
    const read = readUnitPrice(text)
    return 'value' in read ? read.value : undefined
  },
  write: withCents,
}

/** The price of one unit: typed in dollars, reported as exact text (`"12.5"`, `"0.0825"`). */
export function UnitPriceInput(props: InputProps<string>) {
  return <InDollars {...props} notation={unitPrice} />
}
