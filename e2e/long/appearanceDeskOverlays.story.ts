import { walkOver } from '../harness/appearanceStories.ts'

walkOver('desk', 'overlays')
