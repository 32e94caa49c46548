import { Spinner } from '../ui/Spinner.tsx'

/** The whole screen while it is not known yet what to show. */
export function FullSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner className="size-6" />
    </div>
  )
}
