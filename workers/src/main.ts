import { createLogger, readConfig, runProcess } from '@nation/core/platform'
import { startWorkers } from './server'

const log = createLogger('workers', process.env.LOG_LEVEL ?? 'info')
runProcess(log, () => startWorkers(readConfig(), log))
