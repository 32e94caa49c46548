import type { Slice } from '../../http/slice.ts'
import {
  documentNumbers,
  proposalHistory,
  proposalPhotos,
  proposals,
} from '../../schema/proposals.ts'
import { changeRoutes } from './changeRoutes.ts'
import { copyMaker } from './copies.ts'
import { linkPages } from './pages/routes.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes: (serve) => {
    routes(serve)
    changeRoutes(serve)
  },
  pages: linkPages,
  exported: [proposals, proposalHistory, proposalPhotos, documentNumbers],
  secrets: [proposals.linkHash],
  // A copy is made with the approval, unless the process ended in the middle.
  everyMinute: copyMaker(),
}
