import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { formatDate } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import { estimate } from '../bids/BidCard.tsx'
import { daysOf } from '../jobs/api.ts'
import { customerBids, customerJobs } from './api.ts'

/** The jobs of a customer, the completed ones last. */
export function CustomerJobs({ id }: { id: string }) {
  const list = usePagedList(customerJobs(id))
  return (
    <TitledPanel title="Jobs" count={list.paging.total}>
      <QueryList
        list={list}
        noun="jobs"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No jobs yet</p>}
      >
        {(jobs) => (
          <Rows>
            {jobs.map((job) => (
              <Row
                key={job.id}
                href={paths.job(job.id)}
                name={job.name}
                address={job.address}
                status={job.status}
                when={daysOf(job) ?? 'No dates set'}
                amount={formatCents(job.approvedAmount)}
              />
            ))}
          </Rows>
        )}
      </QueryList>
    </TitledPanel>
  )
}

/** The bids of a customer, the decided ones last. */
export function CustomerBids({ id }: { id: string }) {
  const { timeZone } = useCompany()
  const list = usePagedList(customerBids(id))
  return (
    <TitledPanel title="Bids" count={list.paging.total}>
      <QueryList
        list={list}
        noun="bids"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No bids yet</p>}
      >
        {(bids) => (
          <Rows>
            {bids.map((bid) => (
              <Row
                key={bid.id}
                href={paths.bid(bid.id)}
                name={bid.name}
                address={bid.address}
                status={bid.status}
                when={
                  bid.status === 'follow_up' && bid.followUpDate
                    ? `Follow up ${formatDay(bid.followUpDate)}`
                    : formatDate(bid.createdAt, timeZone)
                }
                amount={estimate(bid)}
              />
            ))}
          </Rows>
        )}
      </QueryList>
    </TitledPanel>
  )
}

function Rows({ children }: { children: React.ReactNode }) {
  return <ul className="open-rows @container -mt-2.5">{children}</ul>
}

interface RowProps {
  href: string
  name: string
  address: string
  status: string
  when: string
  amount: string
}

/** A job or a bid: in columns where there is room, otherwise in two lines. */
function Row({ href, name, address, status, when, amount }: RowProps) {
  return (
    <li className="open-row grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 @xl:grid-cols-[minmax(0,1fr)_6.5rem_11rem_7rem]">
      <div className="min-w-0">
        <Link href={href} className="touch-target font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-sm text-ink-2 wrap-anywhere">{address}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 text-sm @max-xl:col-span-2 @max-xl:row-start-2 @xl:contents">
        <StatusWord status={status} />
        <span className="figures text-ink-2">{when}</span>
      </div>
      <span className="figures self-start text-right @xl:self-center">{amount}</span>
    </li>
  )
}
