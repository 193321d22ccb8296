# Starts Redis with a password that no list of processes shows, as compose's command of the image `redis`.
set -eu
umask 077
printf 'requirepass %s\n' "${REDIS_PASSWORD:?}" > /tmp/redis.conf
exec redis-server /tmp/redis.conf --dir /data --appendonly yes --maxmemory "${REDIS_MAXMEMORY:?}" --maxmemory-policy noeviction
