import { FileX } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { NotFound } from '../../screens/NotFound.tsx'

/** Shown for an invoice that does not exist, such as a draft that was deleted. */
export function InvoiceNotFound() {
  const isOffice = useMay()('finance.read')
  return (
    <NotFound
      heading="Invoice"
      icon={FileX}
      title="Invoice not found"
      text={
        isOffice
          ? 'It may have been a draft that was deleted'
          : 'It may be addressed to somebody else'
      }
      href={paths.invoices()}
      to="Invoices"
    />
  )
}
