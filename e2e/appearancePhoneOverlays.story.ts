import { walkOver } from './harness/walkOver.ts'

walkOver('phone', 'overlays')
