import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import type { Tenant } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, Mail, Phone, UserRoundX } from 'lucide-react'
import { isMissing } from '../../../api/call.ts'
import { holdingsTitle } from '../../../api/company.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { NotFound } from '../../../screens/NotFound.tsx'
import { adminOnly, screen } from '../../../screens/screen.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { Figures } from '../../../ui/Figures.tsx'
import { Skeleton, Skeletons } from '../../../ui/Loading.tsx'
import { Contact, callUrl, mailUrl } from '../../../ui/Person.tsx'
import { phoneText } from '../../../ui/phone.ts'
import { toneText } from '../../../ui/status.ts'
import { amountText, balanceOf, expiryOf, openDay, tenantQuery } from './api.ts'
import { DepositPart } from './DepositPart.tsx'
import { LeasePart } from './LeasePart.tsx'
import { Ledger } from './Ledger.tsx'
import { TenantHead } from './TenantHead.tsx'

export const Route = createFileRoute('/rental-properties/tenants/$id')({
  ...screen({ title: ({ company }) => holdingsTitle(company), ...adminOnly }),
  component: TenantScreen,
})

const tab = paths.rentalProperties({ tab: 'tenants' })

/** One tenant: the lease, the rent by month, and the deposit. */
function TenantScreen() {
  const { id } = Route.useParams()
  const { data: tenant, error, isFetching, refetch } = useQuery(tenantQuery(id))
  if (isMissing(error)) return <TenantNotFound />
  if (tenant) return <Parts key={id} tenant={tenant} />
  return (
    <>
      <h1 className="sr-only">Tenant</h1>
      {error ? (
        <LoadProblem what="The tenant" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeletons count={3} className="flex flex-col gap-4">
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="mt-3 h-24 w-full" />
        </Skeletons>
      )}
    </>
  )
}

function Parts({ tenant }: { tenant: Tenant }) {
  const balance = balanceOf(centsOf(tenant.balance))
  const expiry = expiryOf(tenant)
  return (
    <>
      <Link href={tab} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Tenants
      </Link>
      <TenantHead tenant={tenant} />
      <Figures
        items={[
          {
            label: 'Balance',
            value: <span className={toneText[balance.tone]}>{balance.amount}</span>,
            note: balance.word,
          },
          { label: 'Rent', value: amountText(tenant.rentToday) },
          {
            label: 'Lease Ends',
            value: tenant.leaseStart ? openDay(tenant.leaseEnd) : 'No lease',
            note: <span className={toneText[expiry.tone]}>{expiry.text}</span>,
          },
          {
            label: 'Deposit Held',
            value: formatDollars(tenant.depositHeld),
            note: tenant.securityDeposit && `of ${formatDollars(tenant.securityDeposit)}`,
          },
        ]}
      />
      <div className="mt-6 grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-7">
          <LeasePart tenant={tenant} />
          <Ledger tenant={tenant} />
        </div>
        <div className="flex min-w-0 flex-col gap-7 max-lg:row-start-1">
          <ContactPart tenant={tenant} />
          <DepositPart tenant={tenant} />
          {tenant.notes && (
            <TitledPanel title="Notes">
              <p className="whitespace-pre-wrap wrap-anywhere">{tenant.notes}</p>
            </TitledPanel>
          )}
        </div>
      </div>
    </>
  )
}

function ContactPart({ tenant }: { tenant: Tenant }) {
  const { phone, email, emergencyContact, emergencyPhone } = tenant
  return (
    <TitledPanel title="Contact">
      <div className="flex flex-col items-start gap-1.5 touch:gap-0">
        {phone && (
          <Contact icon={Phone} href={callUrl(phone)}>
            {phoneText(phone)}
          </Contact>
        )}
        {email && (
          <Contact icon={Mail} href={mailUrl(email)}>
            {email}
          </Contact>
        )}
        {!phone && !email && <p className="text-ink-3">No phone number or email address</p>}
        {(emergencyContact || emergencyPhone) && (
          <div className="mt-2">
            <p className="text-xs text-ink-3">In an Emergency</p>
            {emergencyContact && <p>{emergencyContact}</p>}
            {emergencyPhone && (
              <Contact icon={Phone} href={callUrl(emergencyPhone)}>
                {phoneText(emergencyPhone)}
              </Contact>
            )}
          </div>
        )}
      </div>
    </TitledPanel>
  )
}

function TenantNotFound() {
  return (
    <NotFound
      heading="Tenant"
      icon={UserRoundX}
      title="Tenant not found"
      text="They may have been deleted"
      href={tab}
      to="Tenants"
    />
  )
}
