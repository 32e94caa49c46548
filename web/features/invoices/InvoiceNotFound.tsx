import { FileX } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'

/** Shown for an invoice that does not exist, such as a draft that was deleted. */
export function InvoiceNotFound() {
  const isOffice = useMay()('finance.read')
  return (
    <>
      <h1 className="sr-only">Invoice</h1>
      <EmptyState
        icon={FileX}
        title="Invoice not found"
        text={
          isOffice
            ? 'It may have been a draft that was deleted'
            : 'It may be addressed to somebody else'
        }
        action={
          <Link href={paths.invoices()} className={buttonVariants()}>
            Back to Invoices
          </Link>
        }
      />
    </>
  )
}
