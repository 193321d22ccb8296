/** Each of vitest's workers has a Redis database to itself, as it has a schema to itself. */
const shared = process.env.NATION_TEST_REDIS_URL
if (shared) process.env.NATION_TEST_REDIS_URL = shared.replace(/\/\d*$/, `/${process.env.VITEST_POOL_ID ?? 0}`)
