import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { CompanyLogo } from '../../screens/CompanyLogo.tsx'

interface SheetProps {
  company: {
    readonly name: string
    readonly address: string | null
    readonly phone: string | null
    readonly license?: string | null
  }
  /** The name of the document, such as `Invoice`. */
  name: string
  /** The lines below its name. */
  under: ReactNode
  children: ReactNode
}

/** A document on the screen: a sheet of paper with the company and the name of the document. */
export function Sheet({ company, name, under, children }: SheetProps) {
  return (
    <article
      aria-label="Document"
      className="@container border border-line-strong bg-surface text-sm wrap-anywhere"
    >
      <div className="px-5 py-6 @lg:px-10 @lg:py-9">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line-strong pb-5">
          <div className="flex min-w-0 gap-3">
            <CompanyLogo className="max-h-10 max-w-24" />
            <div className="min-w-0">
              <p className="text-base font-bold">{company.name}</p>
              {company.address && <p>{company.address}</p>}
              {company.phone && <p>{company.phone}</p>}
              {company.license && <p>License {company.license}</p>}
            </div>
          </div>
          <div className="ml-auto text-right">
            <p className="text-lg leading-tight font-bold tracking-tight">{name}</p>
            {under}
          </div>
        </header>
        {children}
      </div>
    </article>
  )
}

/** The parts of a document that stand side by side below its head. */
export const SheetParts = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-4 border-b border-line py-4 @lg:grid-cols-3">{children}</div>
)

export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-0.5 text-xs font-normal text-ink-2">{title}</h2>
      {children}
    </section>
  )
}

interface CustomerPartProps {
  title: string
  customer: {
    readonly name: string
    readonly company: string | null
    readonly address: string | null
  }
}

/** The customer to whom a document is addressed. */
export const CustomerPart = ({
  title,
  customer: { name, company, address },
}: CustomerPartProps) => (
  <SheetPart title={title}>
    <p className="font-bold">{name}</p>
    {company && <p>{company}</p>}
    {address && <p className="whitespace-pre-line">{address}</p>}
  </SheetPart>
)

/** The sums of a document, at its right edge. */
export const Sums = ({ children }: { children: ReactNode }) => (
  <dl className="mt-3 ml-auto w-full max-w-90">{children}</dl>
)

interface SumProps {
  name: string
  isTotal?: boolean
  children: ReactNode
}

export function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4 py-1',
        isTotal && 'mt-1 border-t border-line-strong pt-2 text-md font-bold tracking-tight',
      )}
    >
      <dt className={cx(!isTotal && 'text-ink-2')}>{name}</dt>
      <dd className="figures whitespace-nowrap">{children}</dd>
    </div>
  )
}

/** A figure of a document with its name above. */
export function SheetFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="figures font-bold">{children}</dd>
    </div>
  )
}
