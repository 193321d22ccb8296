# One image for the api, the workers and the database's commands; docker-compose.yml says which of them a container is.

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false

# Only the packages' descriptions: as long as they stay the same, so does what is installed.
FROM base AS server-manifests
COPY package.json package-lock.json ./
COPY domain/package.json domain/
COPY demo/package.json demo/
COPY core/package.json core/
COPY api/package.json api/
COPY workers/package.json workers/
COPY db-migrations/package.json db-migrations/
COPY docker/check-lock.mjs docker/

FROM server-manifests AS manifests
COPY web/package.json web/
COPY desktop/package.json desktop/
COPY dev/package.json dev/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS build
# Not `npm ci`: it refuses a lock that lacks packages of other platforms. The check refuses everything that is not in the lock.
RUN --mount=type=cache,target=/root/.npm npm install --no-save --include=dev && node docker/check-lock.mjs
COPY . .
RUN npm run build:server

# What the servers need at run time. Most of it is in the bundles, too (`tsdown.config.ts` names what is not). npm installs the packages of every description that it finds, whatever
# `--workspace` says. Our own packages are in the bundles; `demo` is in that of the database's commands alone (`seed`, which
# refuses production), and brings no package along.
FROM server-manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm \
    npm install --no-save --omit=dev && node docker/check-lock.mjs && rm -rf node_modules/@nation

FROM base AS nation
ENV NODE_ENV=production NATION_ENV=production NODE_OPTIONS=--enable-source-maps MALLOC_MMAP_THRESHOLD_=131072 \
    HOST=0.0.0.0 PORT=3000 NATION_WEB_DIR=/app/web/dist NATION_MEDIA_DIR=/media
COPY package.json ./
COPY api/package.json api/
COPY workers/package.json workers/
COPY db-migrations/package.json db-migrations/
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/api/dist ./api/dist
COPY --from=build /app/workers/dist ./workers/dist
COPY --from=build /app/db-migrations/dist ./db-migrations/dist
COPY --from=build /app/web/dist ./web/dist
# Debian's base has a /media of its own.
RUN mkdir -p /media && chown node:node /media
USER node
VOLUME /media
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=60", "--single-threaded-gc", "api/dist/main.js"]
