import { createFileRoute } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Calendar } from 'lucide-react'
import { useOpened } from '../../../api/typed.ts'
import { paths } from '../../../paths.ts'
import { useToday } from '../../../screens/days.ts'
import { Link } from '../../../screens/Link.tsx'
import { adminOnly, screen, useSetSearch } from '../../../screens/screen.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { buttonVariants } from '../../../ui/Button.tsx'
import { ScreenHeader } from '../../../ui/Headings.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { PHONE, useMedia } from '../../../ui/useMedia.ts'
import { scheduleTexts } from '../api.ts'
import { EntryDetails } from '../EntryDetails.tsx'
import { type EntryDialog, EntryDialogs } from '../EntryDialogs.tsx'
import { AskButton, AskButtonSpace } from './AskButton.tsx'
import { Board } from './Board.tsx'
import { BoardTools } from './BoardTools.tsx'
import { PhoneBoard } from './PhoneBoard.tsx'
import { periodOf, type Search, validateSearch } from './search.ts'
import { useBoard } from './useBoard.ts'

const AwayDialog = lazyPart(async () => ({
  default: (await import('./AwayDialog.tsx')).AwayDialog,
}))

// The component loads its data: a loader would pull the contract of crews into the first download.
export const Route = createFileRoute('/crew-board')({
  ...screen({ title: 'Schedule', ...adminOnly, wide: true }),
  validateSearch,
  component: CrewBoardScreen,
})

const weekOptions = [
  { value: '2', label: '2 weeks' },
  { value: '4', label: '4 weeks' },
  { value: '8', label: '8 weeks' },
] as const

/** The crew board: which sub works on which job on which day. */
function CrewBoardScreen() {
  const today = useToday()
  const isPhone = useMedia(PHONE)
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const [dialog, setDialog, isBack] = useOpened<EntryDialog>('entry', null)
  const period = periodOf(search, today)
  const { board, workdays, isStale, error, isFetching, refetch } = useBoard(search, period, today)
  const away = board?.all.find(({ sub }) => sub.id === search.away)?.sub
  const shared = { search, period, today, workdays }
  return (
    <div className={cx('-mx-4 sm:-mx-7 print:mx-0', search.entry && 'lg:pr-100 print:pr-0')}>
      <div className="px-4 sm:px-7">
        <ScreenHeader
          title="Crew Board"
          more={
            <>
              {!isPhone && (
                <Segmented
                  label="Weeks"
                  options={weekOptions}
                  value={search.weeks ?? '2'}
                  onChange={(weeks) => setSearch({ weeks: weeks === '2' ? '' : weeks })}
                  className="whitespace-nowrap"
                />
              )}
              <Link href={paths.schedule()} className={buttonVariants()}>
                <Calendar aria-hidden />
                Schedule
              </Link>
            </>
          }
        >
          {board ? (
            <AskButton rows={board.all} period={period} today={today} subs={board.counts.subs} />
          ) : (
            <AskButtonSpace />
          )}
        </ScreenHeader>
      </div>
      {!isPhone && <BoardTools search={search} period={period} board={board} />}
      {board ? (
        <div aria-busy={isStale}>
          {isPhone ? <PhoneBoard {...shared} board={board} /> : <Board {...shared} board={board} />}
        </div>
      ) : (
        <div className="px-4 sm:px-7">
          {error ? (
            <LoadProblem what="The crew board" pending={isFetching} onRetry={refetch} />
          ) : (
            <RowsSkeleton count={8} />
          )}
        </div>
      )}
      {away && (
        <AwayDialog
          sub={away}
          period={period}
          today={today}
          onClose={() => setSearch({ away: '' })}
        />
      )}
      <EntryDetails
        id={isBack ? undefined : search.entry}
        tab={search.tab}
        texts={scheduleTexts}
        onDialog={setDialog}
      />
      <EntryDialogs texts={scheduleTexts} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}
