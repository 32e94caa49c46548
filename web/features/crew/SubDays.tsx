import { lazyPart } from '../../ui/lazyPart.tsx'

const YourDays = lazyPart(() => import('./YourDays.tsx'))

/**
 * The days of a sub, loaded in two steps. This keeps the names of the chunks they need out of the
 * first download, which everybody loads.
 */
export default function SubDays() {
  return <YourDays />
}
