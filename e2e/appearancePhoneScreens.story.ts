import { walkOver } from './harness/appearanceStories.ts'

walkOver('phone', 'screens')
