import { say } from './report'
import { startServices, type BenchServices } from './services'

/** A number that a benchmark can be given as `BENCH_<name>`. */
export const setting = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise)

/** Runs a benchmark on services of its own, stops them and ends this process. With `keepIn`, a folder, the database stays. */
export async function runBench(measure: (services: BenchServices) => Promise<void>, keepIn?: string): Promise<void> {
  const services = await startServices(say, keepIn)
  try {
    await measure(services)
  } finally {
    await services.stop()
  }
  process.exit(process.exitCode ?? 0)
}
