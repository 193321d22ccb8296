import type { DataSource } from 'typeorm'
import { connectDatabase, type DatabaseOptions } from '../platform'
import { entities } from './lists'

/**
 * Opens the nation's database, with every entity of the product.
 * @throws the driver's error when the server cannot be reached
 */
export const openDatabase = (options: Omit<DatabaseOptions, 'entities'>): Promise<DataSource> =>
  connectDatabase({ ...options, entities })
