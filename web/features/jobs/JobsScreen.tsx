import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { ListRows, ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import { everyone, ignore, oneOf, useSetSearch } from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { FloatingButton } from '../../ui/FloatingButton.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { statusOptions } from '../../ui/status.ts'
import { type JobFilter, jobPages, jobTotals } from './api.ts'
import { FilterChips } from './FilterChips.tsx'
import { jobSearch } from './filter.ts'
import { JobCard } from './JobCard.tsx'

const CreateJob = lazyPart(async () => ({ default: (await import('./JobForm.tsx')).CreateJob }))
const FilterDialog = lazyPart(() => import('./FilterDialog.tsx'))
const { Table, Columns } = lazyTable(() => import('./JobsTable.tsx'))

export const Route = createFileRoute('/jobs')({
  ...listScreen('jobs', { title: 'Work in Progress', roles: everyone }),
  validateSearch: jobSearch.validate,
  // The totals are loaded before the screen is shown: a long amount takes a line of its own, which
  // would move the list below.
  loader: ({ context: { client, may }, location }) => {
    const search = jobSearch.validate(location.search)
    const filter = jobSearch.filterOf(search)
    return Promise.all([
      client.infiniteQuery(jobPages(filter, search.view)),
      may('job.create') && client.query(jobTotals(filter)).catch(ignore),
    ])
  },
  pendingComponent: Pending,
  component: JobsScreen,
})

function Pending() {
  return (
    <>
      <ScreenHeader title={titles[useMe().role]} />
      <CardsSkeleton />
    </>
  )
}

/**
 * The jobs a person may see, with search and filters. An admin also sees their total and creates
 * new ones.
 */
function JobsScreen() {
  const mayCreate = useMay()('job.create')
  const me = useMe()
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const filter = jobSearch.filterOf(search)
  const list = usePagedList(jobPages(filter, search.view))
  const table = useTableView(search, mayCreate)
  const [isChoosing, setChoosing] = useState(false)
  const create = () => setSearch({ new: 'job' })

  return (
    <ListScreen
      title={titles[me.role]}
      noun="jobs"
      search={jobSearch}
      params={search}
      table={table}
      text={mayCreate && <ActiveAmount filter={filter} />}
      more={
        <>
          {reads(me.role, 'crew') && list.paging.total > 0 && (
            <ListButtons
              fileName="jobs"
              read={async () =>
                (await import('./printed.ts')).printedJobs(titles[me.role], filter, me.role)
              }
            />
          )}
          {mayCreate && (
            <Link href={paths.imports('jobs')} className={buttonVariants()}>
              Import CSV
            </Link>
          )}
        </>
      }
      views={{
        screen: 'jobs',
        builtIn: [
          { name: 'Active', params: { active: 'true' } },
          { name: 'Late', params: { late: 'true', sort: 'end' } },
          { name: 'Mine', params: { active: 'true', managerId: me.id } },
          { name: 'All', params: {} },
        ],
        path: paths.jobs,
        totals: jobTotals,
        count: ({ count }) => count,
      }}
      Columns={Columns}
      searched="Name, address, customer or phone"
      filters={
        <>
          <Select
            aria-label="Status"
            options={[{ value: '', label: 'All statuses' }, ...statusOptions(jobStatuses)]}
            value={search.status ?? ''}
            onChange={(event) => setSearch({ status: oneOf(...jobStatuses)(event.target.value) })}
            className="w-44"
          />
          {mayCreate && (
            <Button aria-haspopup="dialog" onClick={() => setSearch({ open: 'filter' })}>
              <SlidersHorizontal aria-hidden />
              Filter
            </Button>
          )}
          <FilterChips filter={filter} />
        </>
      }
    >
      <ListRows
        {...{ list, filter, Table }}
        onChoosing={setChoosing}
        noMatch="No jobs match your filters"
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={BriefcaseBusiness}
            title="No jobs yet"
            text={
              mayCreate ? 'Create your first job to get started' : 'Jobs you are on appear here'
            }
            action={
              mayCreate && (
                <Button variant="primary" onClick={create}>
                  Create Job
                </Button>
              )
            }
          />
        }
      >
        {(jobs, busy) => (
          <CardGrid items={jobs} busy={busy}>
            {(job) => <JobCard job={job} />}
          </CardGrid>
        )}
      </ListRows>
      {mayCreate && !isChoosing && (
        <FloatingButton label="Create New Job" icon={Plus} onClick={create} />
      )}
      {mayCreate && search.open === 'filter' && (
        <FilterDialog filter={filter} onClose={() => setSearch({ open: '' })} />
      )}
      {mayCreate && search.new === 'job' && <CreateJob onClose={() => setSearch({ new: '' })} />}
    </ListScreen>
  )
}

const titles = { admin: 'Jobs', subcontractor: 'Jobs', client: 'My Projects' } as const

/** The total approved amount of the filtered jobs that are not completed. */
function ActiveAmount({ filter }: { filter: JobFilter }) {
  const { data } = useQuery({ ...jobTotals(filter), placeholderData: keepPreviousData })
  return (
    <p>
      Total Active Approved Amount{' '}
      <b className="figures font-bold text-ink">
        {data ? formatCents(data.activeApprovedAmount) : '…'}
      </b>
    </p>
  )
}
