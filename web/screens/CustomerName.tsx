import { useMay } from '../api/me.ts'
import { paths } from '../paths.ts'
import { Link } from './Link.tsx'

interface CustomerNameProps {
  /** The id of the customer, null for one that is not known or may not be read. */
  id: string | null
  children: string
}

/** The name of a customer, which is a link for those who may open them. */
export function CustomerName({ id, children }: CustomerNameProps) {
  const may = useMay()
  if (id === null || !may('customer.read')) return children
  return (
    <Link href={paths.customer(id)} className="touch-target hover:underline">
      {children}
    </Link>
  )
}
