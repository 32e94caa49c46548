import { bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'

/** Turns a pending bid into a job, once; the toast leads on to it. */
export function useApprove() {
  const router = useRouter()
  return useWrite(bidRoutes.convert, {
    success: ({ id }) => ({
      title: 'Success',
      description: 'Bid successfully converted to job',
      action: { label: 'View Job', onClick: () => void router.navigate({ href: paths.job(id) }) },
    }),
    failure: 'Failed to convert bid to job',
  })
}
