import { createLogger, readConfig, runProcess } from '@nation/core/platform'
import { startApi } from './server'

const log = createLogger('api', process.env.LOG_LEVEL ?? 'info')
runProcess(log, () => startApi(readConfig(), log))
