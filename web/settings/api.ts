import { storageRoutes } from '@plumbline/contract/storage.ts'
import { query } from '../api/query.ts'

export const storageQuery = query(storageRoutes.read)
