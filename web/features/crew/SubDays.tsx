import { lazyPart } from '../../ui/lazyPart.tsx'

const YourDays = lazyPart(() => import('./YourDays.tsx'))

/**
 * The days of a sub, in two steps: the names of all the chunks that they need stay out of the first screen, which
 * everybody loads.
 */
export default function SubDays() {
  return <YourDays />
}
