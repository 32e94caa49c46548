import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, House } from 'lucide-react'
import { isMissing } from '../../../api/call.ts'
import { holdingsTitle, useCompany } from '../../../api/company.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { NotFound } from '../../../screens/NotFound.tsx'
import { adminOnly, screen } from '../../../screens/screen.ts'
import { ScreenError } from '../../../screens/screenStates.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Skeleton, Skeletons } from '../../../ui/Loading.tsx'
import { propertyQuery } from './api.ts'
import { PropertyFacts } from './PropertyFacts.tsx'
import { PropertyHead } from './PropertyHead.tsx'
import { PropertyJobs } from './PropertyJobs.tsx'
import { PropertyExpenses, PropertyIncome } from './PropertyMoney.tsx'
import { PropertyPhotos } from './PropertyPhotos.tsx'
import { PropertyTenants } from './PropertyTenants.tsx'

export const Route = createFileRoute('/rental-properties/$id')({
  ...screen({ title: ({ company }) => holdingsTitle(company), ...adminOnly }),
  component: PropertyScreen,
})

/** One property: its details, tenants, income, expenses, jobs, and photos. */
function PropertyScreen() {
  const { id } = Route.useParams()
  const company = useCompany()
  const { data: property, error, refetch } = useQuery(propertyQuery(id))
  if (isMissing(error)) return <PropertyNotFound />
  // Keep showing cached data when a refetch fails.
  if (!property && error) return <ScreenError error={error} reset={() => void refetch()} />
  if (!property) return <PropertySkeleton />
  return (
    <>
      <Link href={paths.rentalProperties()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to {holdingsTitle(company)}
      </Link>
      <PropertyHead property={property} />
      {property.archivedAt && (
        <Alert tone="warn" className="mb-4">
          Archived on {formatDate(property.archivedAt, company.timeZone)}: left out of lists and
          current figures. Its books are kept.
        </Alert>
      )}
      <div className="grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-7">
          <PropertyTenants propertyId={id} />
          <PropertyIncome propertyId={id} />
          <PropertyExpenses propertyId={id} />
          <PropertyJobs property={property} />
          {/* Last, because a long list loads more when its end scrolls into view. */}
          <PropertyPhotos key={id} property={property} />
        </div>
        <div className="flex min-w-0 flex-col gap-7 max-lg:row-start-1">
          <PropertyFacts property={property} />
        </div>
      </div>
    </>
  )
}

function PropertySkeleton() {
  return (
    <>
      <h1 className="sr-only">Property</h1>
      <Skeletons count={3} className="flex flex-col gap-4">
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="mt-3 h-24 w-full" />
      </Skeletons>
    </>
  )
}

function PropertyNotFound() {
  return (
    <NotFound
      heading="Property"
      icon={House}
      title="Property not found"
      text="It may have been deleted"
      href={paths.rentalProperties()}
      to={holdingsTitle(useCompany())}
    />
  )
}
