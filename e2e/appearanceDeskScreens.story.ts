import { walkOver } from './harness/walkOver.ts'

walkOver('desk', 'screens')
